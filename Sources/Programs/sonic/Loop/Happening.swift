import Browser
import SonicSession
import Terminal

/// What the browser's loop takes in.
enum Happening: Sendable {
    case terminal(TerminalEvent)
    case session(SessionEvent, visit: Int)
    case style(StyleOrder, [UInt8]?)
    /// What somebody found out, as the model is told of it.
    case found(Event)
    /// The same about what belongs to an account; under another one it means nothing.
    case foundOf(account: String, Event)
}
