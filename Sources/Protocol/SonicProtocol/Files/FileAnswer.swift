/// Decides which responses are downloads rather than pages (docs/guide/downloads.md).
public enum FileAnswer {
    /// Why a response is a download.
    public enum Cause: Equatable, Sendable {
        /// Its Content-Disposition is `attachment` or an unknown type.
        case attachment
        /// Its media type is not displayed.
        case type(String)
    }

    /// Returns why a response with these headers is a download; nil if it is displayed. A response without Content-Type
    /// is displayed.
    /// - Parameter headers: The headers of the response.
    public static func cause(_ headers: Headers) -> Cause? {
        if let value = headers.first("content-disposition"), let disposition = ContentDisposition(value),
            disposition.isAttachment
        {
            return .attachment
        }
        guard let type = ResponseClassifier.mediaType(headers), !isShown(type) else { return nil }
        return .type(type)
    }

    /// Whether bodies of a media type are displayed: all text, and images, which are described or drawn.
    /// - Parameter type: The type in lower case, without parameters.
    public static func isShown(_ type: String) -> Bool {
        if ["text/", "message/", "image/"].contains(where: { type.hasPrefix($0) }) { return true }
        if ["+xml", "+json", "+yaml"].contains(where: { type.hasSuffix($0) }) { return true }
        return texts.contains(type)
    }

    /// The textual media types whose names do not show that they are text.
    private static let texts: Set<String> = [
        "application/json", "application/xml", "application/javascript", "application/x-javascript",
        "application/ecmascript", "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/x-jsonlines",
        "application/json-seq", "application/yaml", "application/x-yaml", "application/toml",
        "application/sql",
        "application/graphql", "application/x-sh", "application/x-httpd-php", "application/xml-dtd",
        "application/x-www-form-urlencoded", "application/http", "application/mbox",
    ]
}
