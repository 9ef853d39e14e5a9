import CellGrid
import Glibc
import SonicProtocol
import SystemLibraries

/// The process's environment, read one variable at a time: most commands need one or two.
struct Environment {
    /// Values that override those of the process.
    var overriding: [String: String] = [:]

    /// The value of a variable; nil if it is not set.
    subscript(name: String) -> String? {
        if let value = overriding[name] { return value }
        return getenv(name).map { FilePath(cString: $0).text }
    }

    /// The absolute path in a variable; nil if there is none.
    func path(_ name: String) -> String? {
        self[name].flatMap { FilePath($0).bytes.first == UInt8(ascii: "/") ? $0 : nil }
    }

    /// The characters for plots, by the terminal and the locale that setlocale(3) would select.
    var plotSigns: Plot.Signs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty }
        return Plot.Signs(terminal: self["TERM"], locale: locale)
    }
}
