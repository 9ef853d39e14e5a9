import BrowserServices
import PageCache
import SonicProtocol
import SonicSession

// Accounts: their list, their data, and switching between them.
extension World {
    /// The accounts with stored data, each once or twice, unordered. A folder that cannot be read is skipped:
    /// opening a page reports it.
    var accounts: [String] {
        guard let cache else { return [] }
        var names: [String] = []
        for folder in [cache.root, folders.state].compactMap(\.self) {
            do throws(StoreFailure) { names += try AccountFolder.accounts(in: folder) } catch { continue }
        }
        return names
    }

    /// The service for the versions of the account's pages.
    var versions: VersionService {
        let terms = terms
        return VersionService(
            cache: cache, store: own.sessions.store, account: account, settings: settings,
            mayBeWritten: { terms($0).mayBeWritten })
    }

    /// Switches to another account, with separate cookies, caches and connections. An invalid name changes
    /// nothing. The caller has to stop the running sessions.
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
        // The secret headers on the command line were for the account at the start.
        headers = headers.without(file.settings.general.secrets)
        pool = SessionPool(engine)
    }
}
