import SonicProtocol

/// Media types by file name extension.
enum ContentType {
    /// Returns the Content-Type of a file, `application/octet-stream` if it is unknown. Texts are served as UTF-8.
    static func of(_ name: String) -> String {
        let type = FileType.mediaType(of: name)
        return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
    }

    /// Returns whether compression makes a file of this name smaller; images and archives are already compressed.
    static func isPackable(_ name: String) -> Bool {
        let type = FileType.mediaType(of: name)
        let others = [
            "application/json", "application/xml", "application/xhtml+xml", "application/wasm",
            "application/x-tar", "image/svg+xml", "image/x-icon", "font/ttf", "font/otf",
        ]
        return type.hasPrefix("text/") || others.contains(type)
    }

    /// Returns whether a file is a page.
    static func isPage(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }
}
