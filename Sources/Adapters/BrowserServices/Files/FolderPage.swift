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
    static func entries(of path: FilePath) -> [Entry]? {
        guard let stream = opendir(path.cString) else { return nil }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let found = readdir(stream) {
            let name = withUnsafeBytes(of: &found.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
            var status = stat()
            guard fstatat(dirfd(stream), FilePath(name).cString, &status, 0) == 0 else { continue }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            entries.append(Entry(name: name, size: isFolder ? nil : Int(status.st_size)))
        }
        return entries.sorted { first, second in
            (first.size == nil) == (second.size == nil)
                ? first.name.lexicographicallyPrecedes(second.name) : first.size == nil
        }
    }

    /// Returns the page as HTML.
    static func html(of path: FilePath, _ entries: [Entry]) -> [UInt8] {
        let folder = path.bytes.last == UInt8(ascii: "/") ? path : FilePath(path.bytes + "/".utf8)
        let name = Escaping.text(Bytes.text(folder.bytes))
        var html = "<title>\(name)</title><base href=\"\(folder.address)\"><h1>\(name)</h1>\n<table>\n"
        if folder.bytes.count > 1 { html += "<tr><td><a href=\"../\">../</a><td>\n" }
        for entry in entries {
            let end = entry.size == nil ? "/" : ""
            let name = Escaping.text(String(decoding: entry.name, as: UTF8.self))
            html += "<tr><td><a href=\"./\(FilePath(entry.name).escaped)\(end)\">\(name)\(end)</a>"
            html += "<td align=right>\(entry.size.map(String.init) ?? "")\n"
        }
        return Array((html + "</table>\n").utf8)
    }
}
