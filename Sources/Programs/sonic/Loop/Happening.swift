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
    /// The time came that `FrameSchedule` waits for.
    case frameDue

    /// What it may change on the screen.
    var change: FrameSchedule.Change {
        switch self {
        case .terminal, .session, .style: .other
        case .found(let event), .foundOf(account: _, let event): event.change
        case .frameDue: .nothing
        }
    }
}
