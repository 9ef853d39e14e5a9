extension [String] {
    /// The names for a sentence: the first ten, and the number of others.
    public var listed: String {
        prefix(10).joined(separator: ", ") + (count > 10 ? " and \(count - 10) more" : "")
    }
}

extension Bytes {
    /// Returns the first characters of bytes that begin like a page; nil for any others. Text that servers write before
    /// JSON by mistake, such as a notice in bold type or a comment with a time, does not count as a page.
    public static func beginningOfPage(_ bytes: [UInt8]) -> String? {
        var start = bytes[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        start = start.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let stands = pageBeginnings.contains { word in
            equalIgnoringCase(start.prefix(word.utf8.count), word.utf8)
        }
        guard stands else { return nil }
        let line = start.prefix(40).prefix { $0 != 0x0A && $0 != 0x0D }
        return String(decoding: line, as: UTF8.self)
    }

    private static let pageBeginnings: [String] = [
        "<!doctype", "<html", "<head", "<title", "<meta", "<body", "<!--sonicdiff", "<?xml",
    ]
}
