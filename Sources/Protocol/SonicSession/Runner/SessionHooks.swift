import SonicProtocol

/// The hooks of a session that a program implements, in addition to reading its events.
///
/// VasSonic's clients have them as `sessionWillRequest:`, `session:requireWebViewReload:` and the session's
/// `completionCallback`. The calls of a session are made one at a time and in order. Neither requests nor events wait
/// for `requiresReload`, and only the last event waits for it and for `completed`.
public struct SessionHooks: Sendable {
    /// Called before each request of the session, including those after a redirect and second attempts. Receives the
    /// request with its cookies, and decides whether it is sent and with which headers. Not called if no request is
    /// due.
    public var willRequest: (@Sendable (Request) async -> RequestVerdict)?
    /// Called when patching is not enough: what the session has shown must be reloaded.
    public var requiresReload: (@Sendable (ReloadCause) async -> Void)?
    /// Called once with the session's result, also if it was stopped; `.ended` follows when this returns.
    public var completed: (@Sendable (SessionResult) async -> Void)?

    /// Creates hooks; those not given do nothing.
    public init(
        willRequest: (@Sendable (Request) async -> RequestVerdict)? = nil,
        requiresReload: (@Sendable (ReloadCause) async -> Void)? = nil,
        completed: (@Sendable (SessionResult) async -> Void)? = nil
    ) {
        self.willRequest = willRequest
        self.requiresReload = requiresReload
        self.completed = completed
    }
}

/// The decision about a request that is ready to be sent.
public enum RequestVerdict: Sendable, Equatable {
    /// It is sent as it is.
    case send
    /// It is sent with these fields instead of those with the same names; a field without a value only removes.
    case sendWith([HeaderField])
    /// It is not sent. The session ends as if the server could not be reached, with this reason: offline if a stored
    /// page is shown, otherwise failed.
    case withhold(reason: String)
}

/// Why what a session has shown must be reloaded.
public enum ReloadCause: Sendable, Equatable {
    /// A different full page was received, for example because the template changed; it replaces the stored one.
    case replaced(by: ShownPage)
    /// The stored page on the screen is damaged; this version replaces it, nil if there is none.
    case damaged(StoredPage?)
    /// A newer copy was stored, but the server requested that the screen not change (`cache-offline: store`): opening
    /// the page again shows it, which VasSonic leaves to the user.
    case newerCopyStored

    /// Creates the cause if an event makes what is on the screen obsolete; nil otherwise.
    init?(_ event: SessionEvent, on screen: SessionScreen) {
        switch (event, screen.page) {
        case (.cachedPageFound(let page), .stored): self = .damaged(page)
        case (.cachedPageWithdrawn, .beginning), (.cachedPageWithdrawn, .redirectTarget),
            (.cachedPageWithdrawn, .stored):
            self = .damaged(nil)
        case (.pageReplaced(let page), .stored): self = .replaced(by: page)
        case (.newerCopyStored, _): self = .newerCopyStored
        default: return nil
        }
    }
}
