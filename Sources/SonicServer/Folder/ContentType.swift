/// Media types by the end of a file's name.
enum ContentType {
    /// The Content-Type of a file, `application/octet-stream` for unknown ones.
    static func of(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    /// Whether a file is a page.
    static func isPage(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "xhtml": "application/xhtml+xml", "txt": "text/plain; charset=utf-8",
        "md": "text/plain; charset=utf-8", "log": "text/plain; charset=utf-8",
        "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "xml": "application/xml", "pdf": "application/pdf",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4",
        "webm": "video/webm", "wasm": "application/wasm", "zip": "application/zip",
        "gz": "application/gzip", "tar": "application/x-tar",
    ]
}
