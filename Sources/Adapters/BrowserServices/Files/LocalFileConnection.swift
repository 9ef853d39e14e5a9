import Glibc
import PageLayout
import SonicProtocol
import SonicSession
import SystemLibraries

/// Responds to `file:` addresses with local files and listings of folders. Access to such addresses is decided
/// elsewhere: no page from the network can navigate to one.
public struct LocalFileConnection: RegisteredConnection {
    /// The maximum size of a displayed file in bytes: that of the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// Creates the connection.
    public init() {}

    /// The name for the screen.
    public var name: ConnectionName { "files" }

    /// Whether the URL has the scheme `file`.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == FilePath.scheme }

    /// Responds with the contents, which are not cached, since they are on the disk anyway. If a file cannot be read,
    /// the request fails: there is no server that could respond.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            guard let path = FilePath(request.url) else {
                return Self.refusal("the file is on another machine")
            }
            let fields = [HeaderField("Cache-Control", "no-store")]
            if let entries = Self.entries(of: path) {
                return .answer(
                    Self.html(of: path, entries), type: "text/html; charset=utf-8", to: request,
                    fields: fields)
            }
            do throws(RegularFile.Refusal) {
                let bytes = try RegularFile(path).bytes(limit: Self.limit)
                return Self.answer(bytes, path.text, request, fields)
            } catch .system(ENOENT) {
                return Self.refusal("no such file: \(path.text)")
            } catch {
                return Self.refusal("\(path.text) cannot be read: \(error.reason)")
            }
        }
    }

    /// Returns the response for a file; compressed text is decompressed.
    private static func answer(
        _ bytes: [UInt8], _ path: String, _ request: Request, _ fields: [HeaderField]
    ) -> ResponseRelay {
        do throws(PackedText.Failure) {
            let text = try PackedText.content(of: bytes, named: path, limit: limit)
            let (name, shown) = (text?.name ?? path, text?.bytes ?? bytes)
            return .answer(shown, type: type(of: name, shown), to: request, fields: fields)
        } catch {
            return refusal("\(path) cannot be shown: \(error.reason)")
        }
    }

    private static func refusal(_ words: String) -> ResponseRelay {
        ResponseRelay([.failed(.refused(by: "files", detail: words))])
    }

    /// Returns the media type of a file by its name, or else by its first bytes.
    private static func type(of path: String, _ bytes: [UInt8]) -> String {
        let name = path.lowercased()
        // The address of compressed text has another ending.
        if name.hasSuffix(".md") || name.hasSuffix(".markdown") { return "text/markdown" }
        let named = FileType.mediaType(of: path)
        guard named == "application/octet-stream" else { return named }
        let isText = FileType.isPage(path) == false
        return isText ? "text/plain" : SniffedType.mediaType(of: bytes, isWhole: true) ?? named
    }

    // Folders as pages: their entries as links.

    /// An entry of a folder.
    private typealias Entry = (name: [UInt8], size: Int?)

    /// Returns the entries of a folder, folders first, sorted by name; nil if it cannot be read as a folder.
    private static func entries(of path: FilePath) -> [Entry]? {
        guard let names = path.entryNames else { return nil }
        var entries: [Entry] = []
        for name in names {
            var status = stat()
            guard stat(FilePath(path.bytes + "/".utf8 + name).cString, &status) == 0 else { continue }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            entries.append((name, isFolder ? nil : Int(status.st_size)))
        }
        return entries.sorted { first, second in
            (first.size == nil) == (second.size == nil)
                ? first.name.lexicographicallyPrecedes(second.name) : first.size == nil
        }
    }

    /// Returns the page as HTML.
    private static func html(of path: FilePath, _ entries: [Entry]) -> [UInt8] {
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
