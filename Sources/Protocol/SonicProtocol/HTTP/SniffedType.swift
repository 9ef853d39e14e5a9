/// Detects the type of a body without Content-Type by its first bytes (MIME Sniffing Standard §7.1).
public enum SniffedType {
    /// The maximum number of bytes examined.
    public static let byteCount = 1445

    /// Returns the media type of a body that begins with these bytes, without parameters; nil if they are too few to
    /// decide.
    ///
    /// In addition to the standard's elements, other elements of a body mark HTML, also after a byte order mark; an XML
    /// document that contains `<html` is HTML.
    ///
    /// - Parameters:
    ///   - bytes: A body from its beginning; at most its first ``byteCount`` bytes are examined.
    ///   - isWhole: Whether no more bytes follow; then the result is never nil.
    public static func mediaType(of bytes: [UInt8], isWhole: Bool = false) -> String? {
        var beginning = Array(bytes.prefix(byteCount))
        let isSample = isWhole || bytes.count >= byteCount
        let isMarked = marks.contains { beginning.starts(with: $0) }
        let hasBinary = !isMarked && beginning.contains { isBinary($0) }
        if isMarked {
            // In UTF-16, every second byte of markup is zero.
            beginning = beginning.dropFirst(beginning[0] == 0xEF ? 3 : 2).filter { $0 != 0 }
        }
        let text = beginning.drop { blanks.contains($0) }
        if let type = signatures.first(where: { fit($0.parts, bytes) })?.type { return type }
        switch element(text) {
        case .page: return "text/html"
        case .xml:
            let isPage = text.contains("<html".utf8)
            return isPage ? "text/html" : isSample ? "text/xml" : nil
        case .unclear where !isSample: return nil
        case .none, .unclear: return hasBinary ? "application/octet-stream" : "text/plain"
        }
    }

    private static func fit(_ parts: [(offset: Int, bytes: String)], _ bytes: [UInt8]) -> Bool {
        parts.allSatisfy { part in
            bytes.dropFirst(part.offset).starts(with: part.bytes.unicodeScalars.lazy.map { UInt8($0.value) })
        }
    }

    /// Whether a detected type is text.
    public static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type == "application/postscript"
    }

    private enum Beginning {
        case page, xml, none
        /// More bytes are required to decide.
        case unclear
    }

    /// Classifies the first bytes after blanks.
    private static func element(_ text: ArraySlice<UInt8>) -> Beginning {
        guard let first = text.first else { return .unclear }
        guard first == UInt8(ascii: "<") else { return .none }
        let lowered = text.dropFirst().prefix(longest).map { Bytes.lowered($0) }
        for (start, beginning) in starts {
            if lowered.starts(with: start.utf8) { return beginning }
            if Array(start.utf8).starts(with: lowered) { return .unclear }
        }
        let name = lowered.prefix {
            $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && !blanks.contains($0)
        }
        let isKnown = elements.contains(String(decoding: name, as: UTF8.self))
        guard name.count == lowered.count else { return isKnown ? .page : .none }
        // The name may continue.
        return name.count < longest && elements.contains { $0.utf8.starts(with: name) } ? .unclear : .none
    }

    /// The beginnings of HTML and XML documents; feeds need no declaration.
    private static let starts = [
        ("!--", Beginning.page), ("!doctype html", .page), ("?xml", .xml), ("rss ", .xml), ("feed ", .xml),
        ("rdf:rdf ", .xml),
    ]

    /// Longer than any element name here, and than a doctype.
    private static let longest = 16

    /// The standard's elements, and others with which pages and fragments of pages begin.
    private static let elements = Set((standard + others).split(separator: " ").map(String.init))
    private static let standard = "html head script iframe h1 div font table a style title b body br p "
    private static let others =
        "meta link base noscript template h2 h3 h4 h5 h6 ul ol dl li span center form img hr pre blockquote "
        + "section article main nav header footer aside figure details i u em strong small code big tt button "
        + "input select textarea label fieldset frameset map picture video audio tr td"

    /// The byte order marks of UTF-8 and UTF-16.
    private static let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]

    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]

    /// Whether a byte is a binary data byte, which no text contains (§3).
    private static func isBinary(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x08, 0x0B, 0x0E...0x1A, 0x1C...0x1F: true
        default: false
        }
    }

    /// The bytes by which a type is recognized (§6.1, §6.4, §7.1), one scalar per byte, and their offsets.
    private static let signatures: [(type: String, parts: [(offset: Int, bytes: String)])] = [
        ("application/pdf", [(0, "%PDF-")]), ("application/postscript", [(0, "%!PS-Adobe-")]),
        ("image/png", [(0, "\u{89}PNG\r\n\u{1A}\n")]), ("image/gif", [(0, "GIF87a")]),
        ("image/gif", [(0, "GIF89a")]), ("image/jpeg", [(0, "\u{FF}\u{D8}\u{FF}")]),
        ("image/webp", [(0, "RIFF"), (8, "WEBPVP")]), ("image/x-icon", [(0, "\0\0\u{1}\0")]),
        ("application/gzip", [(0, "\u{1F}\u{8B}\u{8}")]),
        ("application/zip", [(0, "PK\u{3}\u{4}")]),
    ]
}

/// Media types by file name extension, for files without a Content-Type.
public enum FileType {
    /// Returns the media type of a file, without a charset; `application/octet-stream` for an unknown extension.
    public static func mediaType(of name: String) -> String { types[ending(of: name)] ?? unknown }

    /// Whether a file without a Content-Type is HTML by its extension; nil if the extension is missing or unknown, so
    /// that its first bytes decide (`SniffedType`).
    public static func isPage(_ name: String) -> Bool? {
        switch ending(of: name) {
        // Listed here, since creating the tables takes longer than laying out a small page.
        case "html", "htm", "xhtml", "xht": true
        case "": nil
        case let ending: types[ending] == nil && !textEndings.contains(ending) ? nil : false
        }
    }

    /// Whether a file of this name is XML by its extension.
    public static func isXML(_ name: String) -> Bool { ["xhtml", "xht", "xml"].contains(ending(of: name)) }

    /// Returns the extension of a file name, in lower case; empty for none.
    private static func ending(of name: String) -> String {
        let last = name.utf8.split(separator: UInt8(ascii: "/")).last ?? name.utf8[...]
        guard let dot = last.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: last[dot...].dropFirst().map(Bytes.lowered), as: UTF8.self)
    }

    /// The extensions of text files that have no media type here.
    private static let textEndings: Set = [
        "text", "markdown", "geojson", "webmanifest", "ndjson", "jsonl", "diff", "patch", "conf", "ini",
        "json5", "toml", "yaml", "yml", "c", "cc", "cpp", "go", "h", "hh", "hpp", "java", "lua", "pl",
        "py", "rb", "rs", "sh", "sql", "swift", "tex", "ts",
    ]

    private static let unknown = "application/octet-stream"

    private static let types = [
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "txt": "text/plain",
        "md": "text/plain", "log": "text/plain", "css": "text/css", "csv": "text/csv",
        "js": "text/javascript", "mjs": "text/javascript", "json": "application/json",
        "xml": "application/xml", "rss": "application/rss+xml", "atom": "application/atom+xml",
        "pdf": "application/pdf", "svg": "image/svg+xml", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2",
        "ttf": "font/ttf", "otf": "font/otf", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
        "mp4": "video/mp4", "webm": "video/webm", "wasm": "application/wasm", "zip": "application/zip",
        "gz": "application/gzip", "tar": "application/x-tar",
    ]
}
