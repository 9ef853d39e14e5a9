import BrowserServices
import PageCache
import SonicProtocol
import SonicSession

// Accounts: which there are, what one has seen, and going on under another.
extension World {
    /// The accounts that something is kept of, each once or twice and in no order. A folder that cannot be read
    /// names none: it says so when a page is opened.
    var accounts: [String] {
        guard let cache else { return [] }
        var names: [String] = []
        for folder in [cache.root, folders.state].compactMap(\.self) {
            do throws(StoreFailure) { names += try AccountFolder.accounts(in: folder) } catch { continue }
        }
        return names
    }

    /// What is done with the account's pages on the disk.
    var pins: PinService {
        let terms = terms
        return PinService(
            cache: cache, account: account, identity: settings.identity,
            exception: { terms($0).exception },
            now: Self.now)
    }

    /// What is found out about the versions of the account's pages.
    var versions: VersionService {
        let terms = terms
        return VersionService(
            cache: cache, store: own.sessions.store, account: account, settings: settings,
            mayBeWritten: { terms($0).mayBeWritten })
    }

    /// Goes on under another account, with cookies, caches and connections of its own. A name that cannot be used
    /// changes nothing. The sessions under way are the caller's to stop.
    mutating func use(account name: String) throws(Arguments.Mistake) {
        let connections = try Connections(
            arguments, environment, file.settings,
            try Self.transport(arguments, file.settings, overrides), product: headers.product)
        own = try AccountParts(
            name, cache: cache, file.settings.general.responseLimits, state: folders.state, connections,
            secrets: file.settings.general.secrets,
            log: log, pageShown: pageShown)
        own.intercept(with: queue)
        account = name
        // What the command line says to servers was said for the account it began with.
        headers = headers.without(file.settings.general.secrets)
        pool = SessionPool(engine)
    }
}
