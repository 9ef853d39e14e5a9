import Browser
import BrowserValues
import SonicSession
import Terminal

/// An event of the browser's loop.
enum LoopEvent: Sendable {
    case terminal(TerminalEvent)
    case session(SessionEvent, visit: Int)
    case style(StyleOrder, [UInt8]?)
    /// A result, as an event for the model.
    case found(Event)
    /// A result for an account; it is ignored under another one.
    case foundOf(account: String, Event)
    /// A frame scheduled by `FrameSchedule` is due.
    case frameDue

    /// The possible change of the screen.
    var change: FrameSchedule.Change {
        switch self {
        case .terminal, .session, .style: .other
        case .found(let event), .foundOf(account: _, let event): event.change
        case .frameDue: .nothing
        }
    }
}
