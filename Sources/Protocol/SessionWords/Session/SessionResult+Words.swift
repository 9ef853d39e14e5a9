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
