/// Which answers are files to be kept rather than pages to be shown (docs/guide/downloads.md).
public enum FileAnswer {
    /// Why an answer is a file.
    public enum Cause: Equatable, Sendable {
        /// Content-Disposition says so.
        case attachment
        /// Its media type is none that is shown.
        case type(String)
    }

    /// Why an answer with these headers is a file; nil for one that is shown. An answer without Content-Type is
    /// shown.
    /// - Parameter headers: The answer's.
    public static func cause(_ headers: Headers) -> Cause? {
        if let value = headers.first("content-disposition"), let disposition = ContentDisposition(value),
            disposition.isAttachment
        {
            return .attachment
        }
        guard let type = ResponseClassifier.mediaType(headers), !isShown(type) else { return nil }
        return .type(type)
    }

    /// Whether bodies of a media type are shown: all that is text, and images, which are told of or drawn.
    /// - Parameter type: In lower case, without parameters.
    public static func isShown(_ type: String) -> Bool {
        if ["text/", "message/", "image/"].contains(where: { type.hasPrefix($0) }) { return true }
        if ["+xml", "+json", "+yaml"].contains(where: { type.hasSuffix($0) }) { return true }
        return texts.contains(type)
    }

    /// The media types of texts that do not say so in their names.
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
