import SonicProtocol
import SonicSession

extension SessionResult.NotStored {
    /// What could not be written, as a sentence.
    public var words: String {
        switch self {
        case .page: "the page is not stored"
        case .renewal: "the stored page is not renewed"
        case .removal: "the stored page is not removed"
        }
    }
}

extension StorageBan {
    /// Why nothing is stored, as a clause.
    public var words: String {
        switch self {
        case .noStore: "Cache-Control: no-store"
        case .privateSite: "the configuration keeps this site private"
        case .unwanted: "the configuration says store: false for this site"
        case .authorized: "the request carried credentials"
        case .forwardedUnstored: "it was forwarded without storing it"
        case .otherServer: "a server other than the one in the exception responded"
        case .editedConfirmation: "the exchange that confirms it was edited by hand"
        case .editedRemoval: "the response that removes the page was edited by hand"
        case .posted(let method): "responses to \(method) stay in memory"
        case .sonicOff: "Sonic is off for this page (cache-offline: http)"
        case .unavailable: "the server could not handle the Sonic request"
        case .htmlStays: "the stored page is HTML and stays"
        case .file: "a file is not stored as a page"
        case .detached: "the request was resent without storing"
        }
    }
}

extension SessionResult.Storage {
    /// What happened to the stored page, as a clause.
    public var words: String {
        switch self {
        case .untouched: "nothing was written"
        case .stored(let number): "stored as v\(number)"
        case .renewed: "the version stays; its headers and check time are updated"
        case .removed: "the page was removed from the cache"
        case .notStored(let failure, let what): "\(what.words): \(failure)"
        case .notAllowed(let why): "nothing is written: \(why.words)"
        }
    }

    /// The same in a word or two, for the step of storing.
    public var short: String {
        switch self {
        case .untouched: "nothing to store"
        case .stored(let number): "stored as v\(number)"
        case .renewed: "renewed"
        case .removed: "removed"
        case .notStored: "not stored"
        case .notAllowed: "may not be stored"
        }
    }
}
