import CellGrid

/// What happened at the terminal.
public enum TerminalEvent: Sendable, Equatable {
    /// Keys were pressed, in this order; more than one when they came faster than they were read.
    case keysPressed([Key])
    /// The window has this size now.
    case resized(Size)
    /// The person pressed `^Z`, or another process sent SIGTSTP: answer with `suspend()`.
    case suspensionRequested
    /// The program runs again after a stop and the screen may show anything: answer with `repaint()`.
    case resumed
    /// The program is to end: this signal came, SIGHUP also when the window was closed. Unless the terminal
    /// is closed within two seconds the signal ends the program.
    case terminated(signal: Int32)
}
