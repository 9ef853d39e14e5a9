import Glibc
import SonicProtocol

/// A folder of files. HTML files are Sonic pages and are read at each request, so that editing a file causes a data
/// update or template change.
public struct FolderSite: Site {
    /// The maximum size of a Sonic page in bytes; larger files are sent as they are.
    static let pageLimit = 64 << 20

    /// The state shared by copies of the site: the folder, and the cached responses of its files.
    private final class Contents {
        let folder: ServedFolder
        var recent = RecentFiles<Made>(capacity: 128 << 20)
        init(_ folder: consuming ServedFolder) { self.folder = folder }
    }

    /// The cached response of a file.
    private enum Made {
        case page(FolderPage)
        case body(CodedBody)
    }

    private let holder: Contents
    private let responder: SonicResponder
    private let hashes: Hashes
    private let clock: () -> Instant

    /// The reason why a folder cannot be served.
    public enum Failure: Error, Equatable {
        /// It cannot be opened, with the system's reason.
        case unreadable(path: String, reason: String)
    }

    /// Opens a folder.
    ///
    /// - Parameter clock: The wall clock.
    public init(
        path: String, hashes: Hashes, as dialect: Dialect = .sonic, clock: @escaping () -> Instant
    ) throws(Failure) {
        holder = Contents(try ServedFolder(path: path))
        responder = SonicResponder(hashes: hashes, as: dialect)
        self.hashes = hashes
        self.clock = clock
    }

    /// Returns the file, folder page or error page of a request.
    public func answer(_ request: ServerRequest) -> ServerAnswer {
        guard request.isReading else { return .response(.methodNotAllowed(request.method)) }
        guard let path = FolderPath(request.path) else { return .response(.notFound(request.path)) }
        switch holder.folder.entry(at: path.relative) {
        case .file(let descriptor, let state):
            guard !path.isFolder else {
                close(descriptor)
                return .response(.notFound(request.path))
            }
            return .response(file(descriptor, state, at: path.relative, request))
        case .folder: return .response(path.isFolder ? folder(path, request) : withSlash(request))
        case .missing: return .response(.notFound(request.path))
        case .forbidden: return .response(.forbidden(request.path))
        case .noRoom: return .response(.noRoom("The file cannot be opened now; try again in a moment."))
        }
    }

    /// Returns a file: as a Sonic page if it is HTML, compressed if that helps, otherwise as it is.
    private func file(
        _ descriptor: Int32, _ state: FileState, at path: String, _ request: ServerRequest
    ) -> ServerResponse {
        let now = clock()
        let isPage = Self.isPage(path) && state.size <= Self.pageLimit
        let isPacked =
            !isPage && Self.isPackable(path) && state.size <= ContentCoding.longestBody
            && ContentCoding.chosen(by: request.headers, among: ContentCoding.allCases) != nil
        guard isPage || isPacked else {
            return Representation(
                fields(of: path), .file(descriptor: descriptor, size: state.size), tag: state.tag(at: now),
                modified: state.lastModified(at: now)
            ).answer(to: request, at: now)
        }
        if let made = holder.recent.made(of: path, in: state) {
            close(descriptor)
            return answer(made, to: request, at: now)
        }
        guard let bytes = ServedFolder.contents(of: descriptor, limit: Self.pageLimit) else {
            return ServerResponse.serverError("\(path) cannot be read.")
        }
        if isPage, responder.dialect != .sonic { return responder.respond(with: bytes, to: request) }
        // The bytes may be newer than the state, but not if that is settled: then this state does not occur again.
        let isKept = state.isSettled(at: now)
        let made: Made =
            isPage
            ? .page(page(bytes, modified: state.lastModified(at: now), isKept: isKept))
            : .body(
                CodedBody(
                    bytes, fields(of: path), tag: state.tag(at: now), modified: state.lastModified(at: now),
                    isKept: isKept))
        // The bytes, their data, both compressed, and libmicrohttpd's copies of them.
        if isKept { holder.recent.keep(made, of: path, in: state, weight: 6 * state.size) }
        return answer(made, to: request, at: now)
    }

    private func page(_ bytes: [UInt8], modified: Instant?, isKept: Bool) -> FolderPage {
        FolderPage(SonicPage(bytes, hashes: hashes), modified: modified, isKept: isKept)
    }

    private func answer(_ made: Made, to request: ServerRequest, at now: Instant) -> ServerResponse {
        switch made {
        case .page(let page): page.answer(to: request, at: now)
        case .body(let body): body.representation(for: request).answer(to: request, at: now)
        }
    }

    /// Returns the fields of a file that is not a page. It may change at any time, so caches must revalidate it.
    private func fields(of name: String) -> [HeaderField] {
        let fields = [
            HeaderField("Content-Type", Self.contentType(of: name)), HeaderField("Cache-Control", "no-cache"),
        ]
        return Self.isPackable(name) ? fields + [HeaderField("Vary", "Accept-Encoding")] : fields
    }

    /// Returns the folder's index page, or the list of its files, which is also a Sonic page.
    private func folder(_ path: FolderPath, _ request: ServerRequest) -> ServerResponse {
        for name in ["index.html", "index.htm"] {
            let index = path.relative + "/" + name
            switch holder.folder.entry(at: index) {
            case .file(let descriptor, let state): return file(descriptor, state, at: index, request)
            case .forbidden: return ServerResponse.forbidden(request.path)
            case .noRoom:
                return ServerResponse.noRoom("The file cannot be opened now; try again in a moment.")
            case .folder, .missing: continue
            }
        }
        guard let listing = holder.folder.listing(of: path.relative) else {
            return ServerResponse.notFound(request.path)
        }
        let bytes = Array(Self.listing(path, listing).utf8)
        guard responder.dialect == .sonic else { return responder.respond(with: bytes, to: request) }
        return page(bytes, modified: nil, isKept: false).answer(to: request, at: clock())
    }

    private func withSlash(_ request: ServerRequest) -> ServerResponse {
        let query = request.query.map { "?" + $0 } ?? ""
        var response = ServerResponse(status: 301)
        response.headers.append("Location", request.path + "/" + query)
        return response
    }

    // MARK: Content types

    /// Returns the Content-Type of a file, `application/octet-stream` if it is unknown. Texts are served as UTF-8.
    static func contentType(of name: String) -> String {
        let type = FileType.mediaType(of: name)
        return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
    }

    /// Returns whether compression makes a file of this name smaller; images and archives are already compressed.
    private static func isPackable(_ name: String) -> Bool {
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

    // MARK: Listings

    /// Returns the listing of a folder without an index page, with its table as a block, so that a new file is a data
    /// update.
    private static func listing(
        _ path: FolderPath, _ entries: [(name: String, isFolder: Bool, size: UInt64)]
    ) -> String {
        let title = ("/" + path.names.map { $0 + "/" }.joined()).asHTML
        let rows = entries.map { entry in
            let slash = entry.isFolder ? "/" : ""
            return """
                <tr><td><a href="\(FolderPath.encoded(entry.name))\(slash)">\
                \(entry.name.asHTML)\(slash)</a></td>\
                <td>\(entry.isFolder ? "folder" : size(entry.size))</td></tr>
                """
        }
        let up = path.names.isEmpty ? "" : "<p><a href=\"../\">Folder above</a></p>\n"
        let list =
            entries.isEmpty
            ? "<p>This folder has no files to show.</p>"
            : "<table>\n<tr><th>Name</th><th>Size</th></tr>\n\(rows.joined(separator: "\n"))\n</table>"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title)</title></head>
            <body>
            <h1>\(title)</h1>
            \(up)<!--sonicdiff-files-->
            \(list)
            <!--sonicdiff-files-end-->
            </body>
            </html>

            """
    }

    /// Returns a size for display: in bytes, KB, MB or GB of 1024, rounded down.
    static func size(_ bytes: UInt64) -> String {
        guard bytes != 1 else { return "1 byte" }
        var (value, unit) = (bytes, 0)
        while value >= 10_240, unit < 3 {
            value /= 1024
            unit += 1
        }
        return "\(value) \(["bytes", "KB", "MB", "GB"][unit])"
    }
}

/// A cache of responses made from recently requested files, as long as they are unchanged. Of bounded size.
struct RecentFiles<Made> {
    private typealias Entry = (state: FileState, made: Made, weight: UInt64)

    /// The entries used since the last rotation, and those of the period before.
    private var young: [String: Entry] = [:]
    private var old: [String: Entry] = [:]
    private var youngWeight: UInt64 = 0
    private let capacity: UInt64

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: The maximum total weight in bytes.
    init(capacity: UInt64) { self.capacity = capacity }

    /// Returns the entry of a file in this state, or nil for none.
    mutating func made(of path: String, in state: FileState) -> Made? {
        if let entry = young[path] { return entry.state == state ? entry.made : nil }
        guard let entry = old[path], entry.state == state else { return nil }
        insert(entry, path)
        return entry.made
    }

    /// Stores an entry unless it weighs more than a quarter of the capacity.
    ///
    /// - Parameter weight: Its approximate size in bytes.
    mutating func keep(_ made: Made, of path: String, in state: FileState, weight: UInt64) {
        // The path and fields of an empty file take memory, too.
        insert((state, made, weight + 4096), path)
    }

    /// Half of the capacity is for the young entries; when it is exceeded they become the old ones, and the old ones
    /// are dropped.
    private mutating func insert(_ entry: Entry, _ path: String) {
        guard entry.weight <= capacity / 4 else { return }
        if youngWeight + entry.weight > capacity / 2 {
            old = young
            young = [:]
            youngWeight = 0
        }
        if let replaced = young.updateValue(entry, forKey: path) { youngWeight -= replaced.weight }
        youngWeight += entry.weight
    }
}
