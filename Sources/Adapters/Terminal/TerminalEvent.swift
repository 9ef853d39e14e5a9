import CellGrid

/// An event of the terminal.
public enum TerminalEvent: Sendable, Equatable {
    /// Keys were pressed, in this order; several if they arrived faster than they were read.
    case keysPressed([Key])
    /// The window was resized to this size.
    case resized(Size)
    /// The user pressed `^Z`, or another process sent SIGTSTP: call `suspend()`.
    case suspensionRequested
    /// The program continues after a stop and the screen's contents are unknown: call `repaint()`.
    case resumed
    /// The program must end: it received this signal, or the window was closed (SIGHUP). If the terminal is not closed
    /// within two seconds, the signal ends the program.
    case terminated(signal: Int32)
}
