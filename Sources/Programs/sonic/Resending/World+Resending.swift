import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport
import Workbench

// The materials for editing requests.
extension World {
    /// Returns the versions, accounts and the ordinary request of an address.
    func materials(_ order: SessionOrder) async -> ResendMaterials {
        let terms = terms(order.url)
        let identity = (terms.identity ?? PageIdentity(for: order.url)).apart(by: terms.exception)
        let id = identity.id(of: order.url, account: account, hashes: .nettle)
        var materials = ResendMaterials(
            ordinary: await DetachedSession.ordinaryRequest(order, engine),
            versions: await ResendMaterials.versions(of: id, in: engine.store))
        for name in Set(accounts + [""]).subtracting([account]).sorted() {
            let cookieRequest = CookieRequest(order.url, causedBy: order.cause)
            let cookies = await cookies(of: name, under: terms.exception)?.line(for: cookieRequest).line?.text
            materials.accounts.append(.init(name: name, cookies: cookies))
        }
        return materials
    }

    /// Returns the stored cookies of another account; nil if none are stored, and for an invalid name.
    private func cookies(of name: String, under exception: OriginException?) async -> AccountCookies? {
        guard cache != nil, let state = folders.state else { return nil }
        do throws(StoreFailure) {
            let folder = try AccountFolder.name(of: name)
            let place = state + "/" + folder
            return AccountCookies(
                file: exception.map { ApartCookies.file(of: $0, in: place, .nettle) }
                    ?? CookieFile(folder: place), suffixes: .installed, now: World.now)
        } catch {
            return nil
        }
    }
}
