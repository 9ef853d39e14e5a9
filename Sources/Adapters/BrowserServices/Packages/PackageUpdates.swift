import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries

/// Brings packages up to date: one download at a time, each file compared with its hash, and the package swapped
/// whole when all are there.
public actor PackageUpdates {
    /// What came of looking for a new version.
    public enum Outcome: Sendable, Equatable {
        /// The stored version is the newest.
        case current(version: Int)
        /// A newer version was stored; so many files came, the others were there.
        case updated(from: Int, to: Int, fetched: Int)
    }

    private struct Order {
        let name: String
        let network: any Connection
    }

    private let store: PackageStore
    private let headers: Headers
    /// The packages that wait for their turn.
    private var waiting: [Order] = []
    private var working: Task<Void, Never>?
    /// The packages that this program has looked after, so that one that cannot be marked is asked for once.
    private var seen: Set<String> = []

    /// For how many milliseconds a package is taken for the newest after it was compared.
    private static let pause: Int64 = 3_600_000

    /// Updates for the packages of `store`, asked for with these request lines.
    public init(_ store: PackageStore, headers: Headers = Headers()) {
        self.store = store
        self.headers = headers
    }

    /// Looks after a package in the background, unless that was done within the last hour. What goes wrong is told
    /// by `sonic package update` only: the stored version serves on.
    func want(_ manifest: PackageManifest, through network: any Connection) async {
        let name = manifest.name
        guard manifest.update != nil, seen.insert(name).inserted else { return }
        // Where the time of the last check cannot be read, the package is checked again.
        if let checked = try? await store.checked(name), checked.isWithin(Self.pause, before: store.time) {
            return
        }
        waiting.append(Order(name: name, network: network))
        if working == nil { working = Task { await work() } }
    }

    /// Returns when nothing is being fetched and nothing waits.
    public func finish() async {
        while let working { await working.value }
    }

    private func work() async {
        while !waiting.isEmpty {
            let order = waiting.removeFirst()
            // `sonic package update` reports failures; here the stored version keeps serving.
            _ = try? await update(order.name, through: order.network)
        }
        working = nil
    }

    /// Looks for a new version of a package and stores it.
    public func update(_ name: String, through network: any Connection) async throws(PackageFailure)
        -> Outcome
    {
        guard let old = try await store.manifest(of: name) else { throw .unknown(name) }
        guard let address = old.update else { throw .noUpdates(name) }
        try await store.setChecked(name)
        let bytes = try await fetch(address, limit: PackageManifest.mostBytes, through: network)
        let new = try PackageManifest(bytes)
        guard new.name == name else { throw .refused("\(address.href) is the manifest of “\(new.name)”") }
        guard new.version > old.version else { return .current(version: old.version) }
        guard Set(new.prefixes) == Set(old.prefixes), new.update?.origin == address.origin else {
            throw .refused("its new version has other addresses; import it to accept that")
        }
        var fetched = 0
        var have: Set<String> = []
        for (path, file) in new.files.sorted(by: { $0.key < $1.key }) where have.insert(file.sha256).inserted
        {
            guard try await store.bytes(of: file, in: name) == nil else { continue }
            guard let url = address.appending(path: path) else { throw .refused("“\(path)” has no address") }
            let body = try await fetch(url, limit: file.size, through: network)
            guard body.count == file.size, SHA256.digest(of: body) == file.sha256 else {
                throw .refused("\(url.href) does not match the manifest")
            }
            try await store.keep(body, as: file, in: name)
            fetched += 1
        }
        try await store.commit(new)
        return .updated(from: old.version, to: new.version, fetched: fetched)
    }

    /// Redirects are not followed: a package comes from where it says.
    private func fetch(
        _ url: WebURL, limit: Int, through network: any Connection
    ) async throws(PackageFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        for await event in network.exchange(Request(url: url, headers: headers)) {
            switch event {
            case .headReceived(let head):
                guard head.status == 200 else {
                    throw .notFetched(url: url.href, reason: "the server answered \(head.status)")
                }
            case .bodyReceived(let piece):
                bytes += piece
                guard bytes.count <= limit else {
                    throw .notFetched(url: url.href, reason: "it is larger than \(limit) bytes")
                }
            case .finished: return bytes
            case .failed(let failure): throw .notFetched(url: url.href, reason: failure.words(for: url))
            case .entered, .requestSent, .bodySent, .noted, .edited: break
            }
        }
        throw .notFetched(url: url.href, reason: "it took too long")
    }
}
