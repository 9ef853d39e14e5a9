import SonicProtocol

/// Why nothing of a response is stored.
public enum StorageBan: Sendable, Equatable {
    /// The page must not be written.
    case writing(WritingBan)
    /// It was forwarded on that condition.
    case forwardedUnstored
    /// Another server responded than was to respond under the exception of the address.
    case otherServer
    /// The exchange that confirms the stored page was edited by hand.
    case editedConfirmation
    /// The response that takes the page back was edited by hand.
    case editedRemoval
    /// The request was of this method, and responses to it stay in memory.
    case posted(method: String)
    /// Sonic is off for the page.
    case sonicOff
    /// The server could not respond to the Sonic request.
    case unavailable
    /// The stored page is HTML, and what is no HTML does not take its place.
    case htmlStays
    /// It is a file, and not a page.
    case file
    /// The request was made beside the session of the page.
    case detached
}

/// Why a page must not be written.
public enum WritingBan: Sendable, Equatable {
    /// Its headers say so.
    case noStore
    /// The reader wants nothing of its site to be written.
    case privateSite
    /// The reader wants no page of its site to be stored.
    case unwanted
    /// The request carried credentials.
    case authorized

    /// What the page may be kept in memory for.
    var retention: RetentionPurpose {
        switch self {
        case .noStore: .toCompare
        case .privateSite, .unwanted, .authorized: .toShow
        }
    }
}
