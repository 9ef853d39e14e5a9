/// Media types by file name extension, for files without a Content-Type.
public enum FileType {
    /// Returns the media type of a file, without a charset; `application/octet-stream` for an unknown extension.
    public static func mediaType(of name: String) -> String {
        types[ending(of: name)] ?? unknown
    }

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
