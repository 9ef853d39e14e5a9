import CellGrid

/// The reason why the terminal cannot be opened.
public enum TerminalFailure: Error, Equatable, CustomStringConvertible {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// `TERM` is not set.
    case typeMissing
    /// The terminal database has no entry for the value of `TERM`.
    case typeUnknown(String)
    /// The terminal cannot move the cursor.
    case typeTooPlain(String)
    /// The window is smaller than `minimum`.
    case tooSmall(Size, minimum: Size)
    /// The system refused a file, a pipe or a thread, for this reason.
    case refused(String)

    /// The error and its remedy, in one line.
    public var description: String {
        switch self {
        case .notATerminal:
            "the browser needs a terminal for input and output; to print a page, use: sonic dump URL"
        case .typeMissing:
            "TERM is not set, so the kind of terminal is unknown; set it, for example: TERM=xterm-256color"
        case .typeUnknown(let name):
            "unknown terminal “\(VisibleText.line(name))”; install its description (package ncurses-term) "
                + "or set TERM, for example: TERM=xterm-256color"
        case .typeTooPlain(let name):
            "terminal “\(VisibleText.line(name))” cannot place the cursor; use another one, or: sonic dump URL"
        case .tooSmall(let size, let minimum):
            "the window has \(size.columns) columns and \(size.rows) rows; the browser needs at least "
                + "\(minimum.columns) by \(minimum.rows): enlarge it, or use: sonic dump URL"
        case .refused(let reason):
            "the terminal cannot be read: \(reason)"
        }
    }
}
