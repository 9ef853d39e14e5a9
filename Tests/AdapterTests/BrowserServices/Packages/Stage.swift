import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport

@testable import BrowserServices

/// A network that serves given texts and records the requested addresses.
actor Network {
    private var pages: [String: String] = [:]
    private(set) var asked: [String] = []

    func serve(_ text: String, at address: String) { pages[address] = text }

    fileprivate func answer(_ request: Request) -> ResponseRelay {
        asked.append(request.url.href)
        guard let text = pages[request.url.href] else {
            return .answer([], type: "text/plain", to: request, status: 404, reason: "Not Found")
        }
        return .answer(Array(text.utf8), type: "text/html", to: request)
    }
}

/// The network as the last connection of a registry.
struct Wire: RegisteredConnection {
    let network: Network

    var name: ConnectionName { .network }

    func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream { await network.answer(request) }
    }
}

/// A store in a temporary folder, with packages in front of a network.
struct Stage {
    static let now = Instant(milliseconds: 2_000_000_000_000)
    let folder: TemporaryFolder
    let store: PackageStore
    let updates: PackageUpdates
    let network = Network()
    let registry: ConnectionRegistry

    init() throws {
        folder = try TemporaryFolder()
        store = PackageStore(root: folder.path("packages"), now: { Self.now })
        updates = PackageUpdates(store)
        registry = ConnectionRegistry([Wire(network: network), PackageConnection(store, updates)])
    }

    /// Stores a package.
    func install(_ package: SamplePackage) async throws {
        try await store.install(try PackageContents(try FileTree(package.entries)))
    }

    /// The response as text: status, type, the connection that responded, and the body or redirect target.
    func get(_ address: String, method: String = "GET") async throws -> String {
        let request = Request(method: method, url: try WebURL.parse(address))
        var (head, body) = ("", "")
        for await event in registry.exchange(request) {
            switch event {
            case .headReceived(let answer):
                head = "\(answer.status) \(answer.headers.first("content-type") ?? "")"
                if let location = answer.headers.first("location") { body = "to \(location)" }
            case .bodyReceived(let bytes): body += String(decoding: bytes, as: UTF8.self)
            case .finished(let report): head += " by \(report.answeredBy?.rawValue ?? "nobody")"
            case .failed(let failure): return failure.words(for: request.url)
            case .entered, .requestSent, .bodySent, .noted, .edited: break
            }
        }
        return head + ": " + body
    }

    /// The rules of the findings that are noted for a request.
    func rules(_ address: String) async throws -> [RuleID] {
        var rules: [RuleID] = []
        for await event in registry.exchange(Request(url: try WebURL.parse(address))) {
            if case .noted(let finding) = event { rules.append(finding.rule) }
        }
        return rules
    }
}

/// The contents of a package.
struct SamplePackage {
    var name = "news"
    var version = 1
    var serves = ["https://news.example/app/": ""]
    var update: String? = "https://news.example/app/manifest.json"
    var files = ["index.html": "<p>one", "style/a b.css": "p {}"]

    var manifest: PackageManifest {
        get throws { try PackageManifest(json) }
    }

    var json: [UInt8] {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("version", .integer(version)),
            .init(
                "serves", .object(serves.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
        ]
        if let update { members.append(.init("update", .string(update))) }
        let listed = files.sorted { $0.key < $1.key }.map { path, text in
            JSONValue.Member(
                path,
                [
                    "sha256": .string(Hashes.sha256(of: Array(text.utf8))),
                    "size": .integer(text.utf8.count),
                ])
        }
        return Array(JSONValue.object(members + [.init("files", .object(listed))]).text().utf8)
    }

    var entries: [TarReader.Entry] {
        [TarReader.Entry(path: "manifest.json", kind: .file(json))]
            + files.map { .init(path: $0.key, kind: .file(Array($0.value.utf8))) }
    }
}
