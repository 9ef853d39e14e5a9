import CCmark

/// Markdown as HTML, by libcmark (CommonMark 0.30).
enum Markdown {
    /// The longest text that is rendered: it is done in one go, some ten milliseconds for this much.
    static let limit = 1 << 20
    /// The most signs of an image. libcmark 0.30.2 takes time quadratic in those that are left open (CVE-2023-22486).
    static let imageLimit = 8192

    /// The HTML of a text in UTF-8; nil for one that is too long, or has more images than anybody writes.
    static func html(_ text: [UInt8]) -> [UInt8]? {
        guard text.count <= limit, !holdsManyImages(text) else { return nil }
        // HTML in the text is HTML: there are no scripts here, and a page may hold as much.
        let html = text.withUnsafeBytes { bytes in
            cmark_markdown_to_html(
                bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, CMARK_OPT_UNSAFE)
        }
        guard let html else { return nil }
        defer { free(html) }
        return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
    }

    private static func holdsManyImages(_ text: [UInt8]) -> Bool {
        var count = 0
        var last: UInt8 = 0
        for byte in text {
            if byte == UInt8(ascii: "["), last == UInt8(ascii: "!") { count += 1 }
            last = byte
        }
        return count > imageLimit
    }
}
