import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries

/// Updates packages: one download at a time, each file is verified by its hash, and the package is replaced when all
/// files are stored.
public actor PackageUpdates {
    /// The result of an update.
    public enum Outcome: Sendable, Equatable {
        /// The stored version is the newest.
        case current(version: Int)
        /// A newer version was stored; `fetched` files were downloaded, the others were already stored.
        case updated(from: Int, to: Int, fetched: Int)
    }

    private let store: PackageStore
    private let headers: Headers
    /// The packages waiting for an update.
    private var waiting: [(name: String, network: any Connection)] = []
    private var working: Task<Void, Never>?
    /// The packages that this program has handled, so that one that cannot be marked is requested only once.
    private var seen: Set<String> = []

    /// The interval in milliseconds before a package is checked again.
    private static let pause: Int64 = 3_600_000

    /// Creates the updates for the packages of `store`, requested with these headers.
    public init(_ store: PackageStore, headers: Headers = Headers()) {
        self.store = store
        self.headers = headers
    }

    /// Updates a package in the background, unless it was checked within the last hour. Only `sonic package update`
    /// reports failures: the stored version remains in use.
    func want(_ manifest: PackageManifest, through network: any Connection) async {
        let name = manifest.name
        guard manifest.update != nil, seen.insert(name).inserted else { return }
        // If the time of the last check cannot be read, the package is checked again.
        if let checked = try? await store.checked(name), checked.isWithin(Self.pause, before: store.time) {
            return
        }
        waiting.append((name, network))
        if working == nil { working = Task { await work() } }
    }

    /// Returns when no update is running or waiting.
    public func finish() async {
        while let working { await working.value }
    }

    private func work() async {
        while !waiting.isEmpty {
            let order = waiting.removeFirst()
            // `sonic package update` reports failures; here the stored version remains in use.
            _ = try? await update(order.name, through: order.network)
        }
        working = nil
    }

    /// Checks for a new version of a package and stores it.
    public func update(_ name: String, through network: any Connection) async throws(PackageFailure)
        -> Outcome
    {
        guard let old = try await store.manifest(of: name) else { throw .unknown(name) }
        guard let address = old.update else { throw .noUpdates(name) }
        try await store.setChecked(name)
        let bytes = try await fetch(address, limit: PackageManifest.maxBytes, through: network)
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
            guard let url = PackageManifest.address(of: path, below: address) else {
                throw .refused("“\(path)” has no address")
            }
            let body = try await fetch(url, limit: file.size, through: network)
            guard body.count == file.size, Hashes.sha256(of: body) == file.sha256 else {
                throw .refused("\(url.href) does not match the manifest")
            }
            try await store.keep(body, as: file, in: name)
            fetched += 1
        }
        try await store.commit(new)
        return .updated(from: old.version, to: new.version, fetched: fetched)
    }

    /// Fetches a file. Redirects are not followed: a package is only fetched from its own addresses.
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
