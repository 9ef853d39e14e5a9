import SonicProtocol

/// Media types by the end of a file's name.
enum ContentType {
    /// The Content-Type of a file, `application/octet-stream` for unknown ones. Texts are served as UTF-8.
    static func of(_ name: String) -> String {
        let type = FileType.mediaType(of: name)
        return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
    }

    /// Whether a file of this name is made shorter by packing; images and archives are packed already.
    static func isPackable(_ name: String) -> Bool {
        let type = FileType.mediaType(of: name)
        let others = [
            "application/json", "application/xml", "application/xhtml+xml", "application/wasm",
            "application/x-tar", "image/svg+xml", "image/x-icon", "font/ttf", "font/otf",
        ]
        return type.hasPrefix("text/") || others.contains(type)
    }

    /// Whether a file is a page.
    static func isPage(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }
}
