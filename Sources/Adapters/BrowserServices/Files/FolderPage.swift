import Glibc
import PageLayout
import SonicProtocol

/// A folder as a page: its entries as links.
enum FolderPage {
    /// An entry of a folder.
    struct Entry {
        /// The name as the system's bytes.
        let name: [UInt8]
        /// The length in bytes; nil for a folder.
        let size: Int?
    }

    /// Returns the entries of a folder, folders first, sorted by name; nil if it cannot be read as a folder.
    static func entries(of path: String) -> [Entry]? {
        guard let stream = opendir(path) else { return nil }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let found = readdir(stream) {
            let name = withUnsafeBytes(of: &found.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
            var status = stat()
            guard fstatat(dirfd(stream), name.map { CChar(bitPattern: $0) } + [0], &status, 0) == 0 else {
                continue
            }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            entries.append(Entry(name: name, size: isFolder ? nil : Int(status.st_size)))
        }
        return entries.sorted { first, second in
            (first.size == nil) == (second.size == nil)
                ? first.name.lexicographicallyPrecedes(second.name) : first.size == nil
        }
    }

    /// Returns the page as HTML.
    static func html(of path: String, _ entries: [Entry]) -> [UInt8] {
        let folder = path.hasSuffix("/") ? path : path + "/"
        var html =
            "<title>\(Escaping.text(folder))</title><base href=\"file://\(address(Array(folder.utf8)))\">"
        html += "<h1>\(Escaping.text(folder))</h1>\n<table>\n"
        if folder != "/" { html += "<tr><td><a href=\"../\">../</a><td>\n" }
        for entry in entries {
            let end = entry.size == nil ? "/" : ""
            let name = Escaping.text(String(decoding: entry.name, as: UTF8.self))
            html += "<tr><td><a href=\"./\(address(entry.name))\(end)\">\(name)\(end)</a>"
            html += "<td align=right>\(entry.size.map(String.init) ?? "")\n"
        }
        return Array((html + "</table>\n").utf8)
    }

    /// Returns a path with percent-encoding.
    static func address(_ path: [UInt8]) -> String {
        var text = ""
        for byte in path {
            let scalar = Unicode.Scalar(byte)
            if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
                || "/-._~".unicodeScalars.contains(scalar)
            {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + Bytes.hexadecimal([byte])
            }
        }
        return text
    }
}
