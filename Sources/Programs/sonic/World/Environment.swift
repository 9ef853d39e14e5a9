import CellGrid
import Glibc

/// The process's environment, looked up a variable at a time: most commands want one or two.
struct Environment {
    /// Values that stand above those of the process.
    var overriding: [String: String] = [:]

    /// The value of a variable; nil when it is not set.
    subscript(name: String) -> String? {
        if let value = overriding[name] { return value }
        return getenv(name).map { String(cString: $0) }
    }

    /// The characters that plots are drawn with: those of the terminal, in the locale that setlocale(3) would find.
    var plotSigns: Plot.Signs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty }
        return Plot.Signs(terminal: self["TERM"], locale: locale)
    }
}
