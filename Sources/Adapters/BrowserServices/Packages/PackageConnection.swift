import SonicProtocol
import SonicSession

/// Responds from offline packages: to addresses `package://NAME/`, and to those for which packages have files. A
/// missing file is requested online, and the package's next version is fetched in the background.
public struct PackageConnection: RegisteredConnection {
    static let scheme = "package"

    private let store: PackageStore
    private let updates: PackageUpdates?
    private let aliases: Set<String>

    /// Creates a connection that responds from `store`.
    /// - Parameters:
    ///   - updates: Updates the packages in use; nil to update none.
    ///   - aliases: Schemes that are equivalent to `package:`.
    public init(_ store: PackageStore, _ updates: PackageUpdates?, aliases: Set<String> = ["gc"]) {
        self.store = store
        self.updates = updates
        self.aliases = aliases
    }

    /// The name for the screen.
    public var name: ConnectionName { "package" }

    /// Every scheme of packages.
    public var schemes: Set<String> { aliases.union([Self.scheme]) }

    /// Whether the scheme is one of packages, or a package has a file for the address. It never has one for a POST.
    public func accepts(_ request: Request) async -> Bool {
        if schemes.contains(request.url.scheme) { return true }
        guard request.url.isHTTP, request.method == "GET" || request.method == "HEAD" else { return false }
        return await store.stands(for: request.url)
    }

    /// Returns the request with the scheme `package:` instead of an alias, and without fragment.
    public func canonical(_ request: Request) async -> Request {
        var request = request
        let url = request.url.withoutFragment
        request.url = aliases.contains(url.scheme) ? url.withScheme(Self.scheme) : url
        return request
    }

    /// Responds with the file. A missing one is requested at its online address: for `package:` with a redirect, so
    /// that the result is an ordinary page with its cookies.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        let (store, updates) = (store, updates)
        return ResponseRelay.stream {
            switch await store.find(request.url) {
            case .file(let bytes, let type, let manifest, let path):
                await updates?.want(manifest, through: onward)
                let note = Finding(
                    .packageFile,
                    "package \(manifest.name), version \(manifest.version), answered with \(path)")
                return .answer(bytes, type: type, to: request, findings: [note])
            case .missing(let manifest, let path, let isDamaged, let online):
                await updates?.want(manifest, through: onward)
                return Self.missing(manifest, path, isDamaged, online, request, onward)
            case .nothing: return ResponseRelay(then: onward.exchange(request))
            case .unknown(let name): return Self.refusal(PackageFailure.unknown(name))
            case .failed(let failure):
                // An http or https address can be requested online.
                return request.url.isHTTP
                    ? ResponseRelay(then: onward.exchange(request)) : Self.refusal(failure)
            }
        }
    }

    private static func missing(
        _ manifest: PackageManifest, _ path: String, _ isDamaged: Bool, _ online: WebURL?, _ request: Request,
        _ onward: any Connection
    ) -> ResponseRelay {
        let package = "package \(manifest.name), version \(manifest.version), "
        let finding =
            isDamaged
            ? Finding(.packageDamaged, package + "has a damaged \(path); requested online")
            : Finding(.packageLacks, package + "has no \(path); requested online")
        if request.url.isHTTP { return ResponseRelay([.noted(finding)], then: onward.exchange(request)) }
        guard let online else {
            return .answer(
                Array((package + "has no \(path) and has no online address for it.\n").utf8),
                type: "text/plain; charset=utf-8", to: request, status: 404, reason: "Not Found")
        }
        return .answer(
            [], type: "text/plain", to: request, status: 302, reason: "Found",
            fields: [HeaderField("Location", online.href)], findings: [finding])
    }

    private static func refusal(_ failure: PackageFailure) -> ResponseRelay {
        ResponseRelay([.failed(.refused(by: "package", detail: failure.description))])
    }
}

extension WebURL {
    /// Returns the same address with another scheme of the same kind, special or not.
    fileprivate func withScheme(_ scheme: String) -> WebURL {
        WebURL(scheme + href.dropFirst(self.scheme.count)) ?? self
    }
}
