import Browser
import BrowserServices
import BrowserValues
import Configuration
import Exchanges
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport
import Workbench

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
        VersionService(
            cache: cache, store: own.sessions.store, account: account, settings: settings)
    }

    /// Switches to another account, with separate cookies, caches and connections. An invalid name changes
    /// nothing. The caller has to stop the running sessions.
    mutating func use(account name: String) throws(Arguments.Mistake) {
        let connections = try Connections(
            arguments, environment, file.settings, transport, overrides, product: headers.product)
        let (queue, impairment) = (own.queue, own.impairment)
        own = try AccountParts(
            name, cache: cache, file.settings.general.responseLimits, state: folders.state, connections,
            secrets: file.settings.general.secrets,
            log: log, pageShown: pageShown)
        (own.queue, own.impairment) = (queue, impairment)
        account = name
        // The secret headers on the command line were for the account at the start.
        headers = headers.without(file.settings.general.secrets)
        pool = SessionPool(engine)
    }

    // The account's open tabs.

    /// Whether they are saved: not in private mode.
    var restoresTabs: Bool { file.settings.general[Settings.restores] && !overrides.isPrivate }

    /// Returns the tabs of the last run; nil for none, and if they cannot be read, for example for lack of a
    /// descriptor: their file is then left unchanged.
    mutating func readTabs() -> SavedTabs? {
        do throws(StoreFailure) {
            return try TabFile(root: folders.state, account: account)?.saved()
        } catch {
            unreadTabs[account] = error
            return nil
        }
    }

    /// Why the file with the tabs of the last run is left unchanged; nil if it is not.
    var tabTrouble: String? {
        unreadTabs[account].map {
            "The tabs of the last run cannot be read; their file is left unchanged: \($0)."
        }
    }

    /// Saves the tabs, except those of sites that must not be written to disk.
    func save(_ tabs: SavedTabs) {
        guard unreadTabs[account] == nil else { return }
        TabFile(root: folders.state, account: account)?.save(
            tabs.filtered { terms($0).mayBeWritten })
    }

    // The bookmarks and the inbox of the account, and what it forgets.

    var inbox: InboxService {
        InboxService(
            cache: cache, bookmarks: bookmarks, account: account, settings: settings,
            counter: .layingOut(.iconv), terms: terms, now: Self.now)
    }

    /// The service that forgets stored data.
    var forgetting: Forgetting {
        Forgetting(
            inbox, tabs: overrides.isPrivate ? nil : TabFile(root: folders.state, account: account),
            forgetCookies: own.sessions.forgetCookies)
    }

    /// The account's bookmarks; nil in private mode, and if there is no folder for them.
    private var bookmarks: BookmarkFile? {
        guard !overrides.isPrivate, let state = folders.state else { return nil }
        do throws(StoreFailure) {
            return try BookmarkFile(root: state, account: account)
        } catch {
            // No data can be stored for an account with such a name, and opening a page reports that.
            return nil
        }
    }

    // The materials for editing requests.

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
            materials.accounts.append((name, cookies))
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
                    ?? CookieFile(folder: place), suffixes: SessionParts.suffixes, now: World.now)
        } catch {
            return nil
        }
    }

    // Interception of exchanges, and prepared responses.

    /// Intercepts exchanges with a queue in sessions opened from now on. A shared session keeps the connection that it
    /// was started with.
    mutating func intercept(with queue: InterceptQueue) {
        own.queue = queue
        pool = SessionPool(engine)
    }

    /// Impairs sessions opened from now on, as above.
    mutating func impair(_ impairment: Impairment) {
        own.impairment = impairment
        pool = SessionPool(engine)
    }

    /// Returns the HTTP response in a file, `-` for standard input.
    static func writtenAnswer(
        in file: String, inPlaceOf original: AnswerEdit.Original? = nil
    ) throws(CommandFailure) -> AnswerText.ParseResult {
        let bytes = try InputFile.bytes(file)
        let name = file == "-" ? "standard input" : file
        do throws(MessageMistake) {
            return try AnswerText.read(bytes, inPlaceOf: original, means: .file(name))
        } catch {
            throw .failed("\(name):\(error.line ?? 1): \(error.words)")
        }
    }
}
