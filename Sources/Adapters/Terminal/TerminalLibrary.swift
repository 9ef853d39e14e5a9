import CNcurses

/// The system library of this module.
public enum TerminalLibrary {
    /// Its name and version, such as `ncurses 6.4.20221231`.
    public static var version: String { String(cString: curses_version()) }
}
