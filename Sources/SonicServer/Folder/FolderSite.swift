import Glibc
import SonicProtocol

/// A folder of files; those that are HTML are Sonic pages, read anew at each request, so that an edited file is
/// the next data update or template change.
public struct FolderSite: Site {
    /// The longest page that is answered as a Sonic page; longer files are sent as they are.
    public static let pageLimit = 64 << 20

    private final class Holder {
        let folder: ServedFolder
        init(_ folder: consuming ServedFolder) { self.folder = folder }
    }

    private let holder: Holder
    private let responder: SonicResponder

    /// Why a folder cannot be served.
    public enum Failure: Error, Equatable {
        /// It cannot be opened, with the system's reason.
        case unreadable(path: String, reason: String)
    }

    /// Opens a folder.
    public init(path: String, hashes: Hashes, as personality: Personality = .sonic) throws(Failure) {
        holder = Holder(try ServedFolder(path: path))
        responder = SonicResponder(hashes: hashes, as: personality)
    }

    /// The file, folder page or error page for a request.
    public func answer(_ request: ServerRequest) -> ServerAnswer {
        guard request.isReading else { return .response(ErrorPage.methodNotAllowed(request.method)) }
        guard let path = FolderPath(request.path) else { return .response(ErrorPage.notFound(request.path)) }
        switch holder.folder.entry(at: path.relative) {
        case .file(let descriptor, let size):
            guard !path.isFolder else {
                close(descriptor)
                return .response(ErrorPage.notFound(request.path))
            }
            return .response(file(descriptor, size, name: path.names.last ?? "", request))
        case .folder:
            return .response(path.isFolder ? folder(path, request) : withSlash(request))
        case .missing:
            return .response(ErrorPage.notFound(request.path))
        case .forbidden:
            return .response(ErrorPage.forbidden(request.path))
        }
    }

    private func file(
        _ descriptor: Int32, _ size: UInt64, name: String, _ request: ServerRequest
    ) -> ServerResponse {
        guard ContentType.isPage(name), size <= Self.pageLimit else {
            return ServerResponse(
                headers: Headers([HeaderField("Content-Type", ContentType.of(name))]),
                body: .file(descriptor: descriptor, size: size))
        }
        guard let page = ServedFolder.contents(of: descriptor, limit: Self.pageLimit) else {
            return ErrorPage.serverError("\(name) cannot be read.")
        }
        return responder.respond(with: page, to: request)
    }

    /// The folder's index page, else the list of its files, which is a Sonic page too.
    private func folder(_ path: FolderPath, _ request: ServerRequest) -> ServerResponse {
        for name in ["index.html", "index.htm"] {
            switch holder.folder.entry(at: path.relative + "/" + name) {
            case .file(let descriptor, let size): return file(descriptor, size, name: name, request)
            case .forbidden: return ErrorPage.forbidden(request.path)
            case .folder, .missing: continue
            }
        }
        guard let listing = holder.folder.listing(of: path.relative) else {
            return ErrorPage.notFound(request.path)
        }
        return responder.respond(with: Array(FolderListing.html(path, listing).utf8), to: request)
    }

    private func withSlash(_ request: ServerRequest) -> ServerResponse {
        let query = request.query.map { "?" + $0 } ?? ""
        var response = ServerResponse(status: 301)
        response.headers.append("Location", request.path + "/" + query)
        return response
    }
}
