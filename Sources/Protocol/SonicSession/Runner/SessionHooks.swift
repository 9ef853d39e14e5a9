import SonicProtocol

/// What a program is asked and told while its session runs, beside the session's events.
///
/// VasSonic's clients know these as `sessionWillRequest:`, `session:requireWebViewReload:` and the session's
/// `completionCallback`. The calls of a session come one at a time and in order. Neither requests nor events
/// wait for `requiresReload`, and only the last event waits for it and for `completed`.
public struct SessionHooks: Sendable {
    /// Asked before each request of the session, those after a redirect and second attempts included. Sees the
    /// request with its cookies, and decides whether it goes out and with which headers. Never called when no
    /// request is due.
    public var willRequest: (@Sendable (Request) async -> RequestVerdict)?
    /// Told that patching is not enough: what the session has shown is to be shown anew.
    public var requiresReload: (@Sendable (ReloadCause) async -> Void)?
    /// Told once how the session ended, also when it was stopped; `.ended` follows when this returns.
    public var completed: (@Sendable (SessionResult) async -> Void)?

    /// Hooks that do what is given, and nothing where nothing is given.
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

/// What is to become of a request that is ready to be sent.
public enum RequestVerdict: Sendable, Equatable {
    /// It goes out as it is.
    case send
    /// It goes out with these fields in place of its own of the same names; one without a value only removes.
    case sendWith([HeaderField])
    /// It does not go out. The session ends as if the server could not be reached, with this reason: offline
    /// where a stored page is shown, else failed.
    case withhold(reason: String)
}

/// Why what a session has shown is to be shown anew.
public enum ReloadCause: Sendable, Equatable {
    /// Another page came whole, as it does when the template changed: it stands in place of the stored one.
    case replaced(by: ShownPage)
    /// The stored page that was shown proved to be damaged; this version stands in its place, nil for none.
    case damaged(StoredPage?)
    /// A newer copy was stored, and the server wants the screen to stay (`cache-offline: store`): opening the
    /// page again shows it, which VasSonic leaves to the reader.
    case newerCopyStored
}

extension ReloadCause {
    /// Why an event makes what is on the screen give way; nil where it does not.
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
