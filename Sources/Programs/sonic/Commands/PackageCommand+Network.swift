import Browser
import BrowserServices
import BrowserValues
import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries

// `sonic package import URL`: imports an archive from the network.
extension PackageCommand {
    /// The maximum size of an archive: its files have 256 MiB at most, and hardly any grows when compressed.
    private static let largest = 256 << 20

    private var temporaryFolder: String {
        environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    }

    /// Fetches an archive into a temporary file, and passes its path to `read`.
    func fetching<Value>(
        _ url: WebURL, _ world: World, _ read: (_ path: String) throws(PackageFailure) -> Value
    ) async throws(PackageFailure) -> Value {
        var folder = Array((temporaryFolder + "/sonic-package-XXXXXX").utf8CString)
        guard mkdtemp(&folder) != nil else {
            throw .unreadable(
                path: temporaryFolder, reason: String(cString: strerror(errno)))
        }
        let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // In any case: the archive, and what an interrupted transfer leaves.
        defer {
            for name in ["archive", "archive.part", "archive.part-record"] { unlink(path + "/" + name) }
            rmdir(path)
        }
        try await fetch(url, into: path + "/archive", world)
        return try read(path + "/archive")
    }

    private func fetch(_ url: WebURL, into path: String, _ world: World) async throws(PackageFailure) {
        let registry = world.connections.registry
        // Requests for a package are never answered from one.
        await registry.unregister("package")
        let source = FileSource(
            connection: registry, cookies: world.own.sessions.cookies(world.terms), headers: world.headers,
            terms: world.terms, account: world.account, secretsOrigin: url.origin,
            domainToASCII: DomainName.ascii, clocks: World.clocks)
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        let transfer = FileTransfer(order: FileOrder(url: url, target: .path(path)), source: source) {
            continuation.yield($0)
        }
        let running = Task { await transfer.run() }
        var reason = "no response received"
        reading: for await report in reports {
            switch report {
            case .begun(_, _, _, let length):
                if let length, length > Self.largest { running.cancel() }
            case .received(let bytes):
                if bytes > Self.largest { running.cancel() }
            case .pausing, .noted: break
            case .ended(.saved(_, let bytes, _)):
                await running.value
                guard bytes <= Self.largest else { break reading }
                return
            case .ended(.stopped):
                reason = "it is larger than \(Self.largest >> 20) MiB"
                break reading
            case .ended(.broken(let why)), .ended(.failed(let why)):
                reason = why
                break reading
            }
        }
        await running.value
        throw .notFetched(url: url.href, reason: reason)
    }
}
