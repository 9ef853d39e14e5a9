/// Checks a body against its Content-Type. A login page instead of an image, or a truncated image, is shown once and
/// then requested again: if stored as fresh, it would hide the correct one for that whole lifetime.
public enum BodyCheck {
    /// Returns why a body contradicts its headers, as the end of a sentence; nil if it does not, or if that cannot be
    /// decided. Linear; does not read bodies of HTML or plain text.
    /// - Parameters:
    ///   - body: The whole body, content coding removed.
    ///   - headers: The headers of the response.
    public static func objection(to body: [UInt8], as headers: Headers) -> String? {
        guard let type = ResponseClassifier.mediaType(headers) else { return nil }
        switch Expectation(type) {
        case .anything: return nil
        case .json:
            return UpdateReader.isJSON(body) ? nil : "it is not valid JSON, and Content-Type is \(type)"
        case .noPage: return isPage(body) ? "it is HTML, and Content-Type is \(type)" : nil
        case .picture:
            if isPage(body) { return "it is HTML, and Content-Type is \(type)" }
            guard let format = PictureFormat(body) else {
                return "it is no picture, and Content-Type is \(type)"
            }
            return format.isComplete(body) ? nil : "the picture is cut short"
        }
    }

    /// The expected content of a media type.
    private enum Expectation {
        /// Anything.
        case anything
        /// JSON.
        case json
        /// Anything but HTML.
        case noPage
        /// An image in a format that is recognized by its first bytes.
        case picture

        init(_ type: String) {
            switch type {
            case "application/json", "text/json": self = .json
            case "text/css", "text/javascript", "application/javascript", "application/x-javascript",
                "application/ecmascript", "application/pdf", "application/wasm", "application/zip",
                "application/gzip":
                self = .noPage
            case "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/bmp",
                "image/x-icon", "image/vnd.microsoft.icon", "image/avif", "image/tiff":
                self = .picture
            case let type where type.hasPrefix("image/svg"): self = .noPage
            case let type where type.hasSuffix("+json"): self = .json
            case let type
            where ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }:
                self = .noPage
            default: self = .anything
            }
        }
    }

    /// Whether a body begins like an HTML page.
    private static func isPage(_ body: [UInt8]) -> Bool {
        let marked = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
        let start = marked.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        return beginnings.contains { beginning in
            start.count >= beginning.count
                && Bytes.equalIgnoringCase(start.prefix(beginning.count), beginning)
        }
    }

    private static let beginnings = [
        "<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script",
    ]
    .map { Array($0.utf8) }
}

extension UpdateReader {
    /// Whether a body is one JSON value (RFC 8259) in UTF-8, nested at most 512 levels deep. Linear.
    static func isJSON(_ body: [UInt8]) -> Bool {
        do throws(DataUpdate.Failure) {
            var reader = try UpdateReader(body)
            try reader.skipValue(within: 0)
            return reader.next == nil
        } catch {
            return false
        }
    }
}
