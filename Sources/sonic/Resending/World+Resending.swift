import Hashing
import PageCache
import Resending
import SonicProtocol
import SonicSession
import Transport

// What requests are edited with.
extension World {
    /// The versions, accounts and the ordinary request of an address.
    func materials(_ order: SessionOrder) async -> ResendMaterials {
        let identity = terms(order.url).identity ?? PageIdentity(for: order.url)
        let id = identity.id(of: order.url, account: account, hashes: .nettle)
        var materials = ResendMaterials(
            ordinary: await AsideSession.ordinaryRequest(order, engine),
            versions: await ResendMaterials.versions(of: id, in: engine.store))
        for name in Set(accounts + [""]).subtracting([account]).sorted() {
            let cookies = await cookies(of: name)?.line(for: CookieAsk(order.url, causedBy: order.cause))
                .line?.text
            materials.accounts.append(.init(name: name, cookies: cookies))
        }
        return materials
    }

    /// The cookies that another account has kept; nil where nothing is kept, and for a name that cannot be used.
    private func cookies(of name: String) async -> AccountCookies? {
        guard cache != nil, let state = folders.state else { return nil }
        do throws(StoreFailure) {
            let folder = try AccountFolder.name(of: name)
            return AccountCookies(
                file: CookieFile(folder: state + "/" + folder), suffixes: .installed, now: World.now)
        } catch {
            return nil
        }
    }
}
