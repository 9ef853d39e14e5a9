import SonicProtocol

/// Why nothing of a response is stored.
public enum StorageBan: Sendable, Equatable {
    /// The page must not be written.
    case writing(WritingBan)
    /// It was forwarded on the condition that nothing is stored.
    case forwardedUnstored
    /// A server other than the one of the address's exception responded.
    case otherServer
    /// The exchange that confirms the stored page was edited by hand.
    case editedConfirmation
    /// The response that removes the page was edited by hand.
    case editedRemoval
    /// The request has this method, and its responses stay in memory.
    case posted(method: String)
    /// Sonic is off for the page.
    case sonicOff
    /// The server could not respond to the Sonic request.
    case unavailable
    /// The stored page is HTML, and a response that is not HTML does not replace it.
    case htmlStays
    /// The response is a file rather than a page.
    case file
    /// The request was made outside the session of the page.
    case detached
}

/// Why a page must not be written.
public enum WritingBan: Sendable, Equatable {
    /// Its headers forbid it.
    case noStore
    /// The user allows nothing of its site to be written.
    case privateSite
    /// The user allows no page of its site to be stored.
    case unwanted
    /// The request contained credentials.
    case authorized

    /// What the page may be kept in memory for.
    var retention: RetentionPurpose {
        switch self {
        case .noStore: .toCompare
        case .privateSite, .unwanted, .authorized: .toShow
        }
    }
}
