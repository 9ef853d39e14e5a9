import Glibc

/// The table, printed row by row as measurements finish.
struct Report {
    /// The target for a number.
    enum Target {
        /// At most this many units.
        case most(Double)
        /// At most this multiple of the best other program.
        case share(Double)
        /// At least this multiple of the other program.
        case multiple(Double)
        /// Less than the best other program.
        case less
        /// No target: the number is only reported.
        case none
    }

    /// The unit of a number.
    enum Unit: String {
        case milliseconds = "ms"
        case mebibytes = "MiB"
        case ticks = "ticks"
        case seconds = "s"
        case perSecond = "/s"
    }

    /// A number of another program.
    typealias Other = (name: String, value: Double)

    private var missed: [String] = []
    private var held = 0

    /// Starts a group of rows, with column titles.
    func begin(_ title: String, other: String = "best other", ratio: String = "ratio") {
        put("\n" + title)
        put(Self.line(["", "ours", other, ratio, "target", ""]))
    }

    /// Prints a row.
    /// - Parameter other: The best other program; nil if there is none.
    mutating func add(
        _ name: String, _ ours: Double, in unit: Unit = .milliseconds, beside other: Other? = nil,
        target: Target
    ) {
        let wanted: String
        let holds: Bool?
        switch target {
        case .most(let limit): (wanted, holds) = ("≤ " + Self.text(limit, unit), ours <= limit)
        case .share(let share):
            (wanted, holds) = ("≤ \(Self.text(share))×", other.map { ours <= share * $0.value })
        case .multiple(let least):
            (wanted, holds) = ("≥ \(Self.text(least))×", other.map { ours >= least * $0.value })
        case .less: (wanted, holds) = ("less", other.map { ours < $0.value })
        case .none: (wanted, holds) = ("", nil)
        }
        put(
            Self.line([
                name, Self.text(ours, unit), other.map { "\($0.name) \(Self.text($0.value, unit))" } ?? "",
                other.map { Self.text(ours / $0.value) + "×" } ?? "", wanted, count(holds, name),
            ]))
    }

    /// Prints a row of two numbers, each with its maximum.
    mutating func add(
        _ name: String, time: Double, most limit: Double, memory: Double, most memoryLimit: Double
    ) {
        put(
            Self.line([
                name, Self.text(time, .milliseconds), Self.text(memory, .mebibytes), "",
                "≤ " + Self.text(limit, .milliseconds) + ", " + Self.text(memoryLimit, .mebibytes),
                count(time <= limit, name + ": time") + ", "
                    + count(memory <= memoryLimit, name + ": memory"),
            ]))
    }

    /// A line of text below the rows.
    func note(_ text: String) { put("  " + text) }

    /// Prints the number of targets met.
    func end() {
        put("\n\(held) targets hold, \(missed.count) missed" + (missed.isEmpty ? "." : ":"))
        for name in missed { put("  " + name) }
    }

    /// A number with its unit, with appropriate precision.
    static func text(_ value: Double, _ unit: Unit) -> String { text(value) + " " + unit.rawValue }

    private mutating func count(_ holds: Bool?, _ name: String) -> String {
        switch holds {
        case true?:
            held += 1
            return "holds"
        case false?:
            missed.append(name)
            return "misses"
        case nil: return "stated"
        }
    }

    /// Prints without buffering: rows appear as they are measured, also in a file.
    private func put(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func text(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        // A difference may be negative.
        guard value >= 0 else { return "-" + text(-value) }
        let decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2
        let scale = [1.0, 10, 100][decimals]
        let scaled = Int((value * scale).rounded())
        let digits = String(scaled % Int(scale))
        let zeros = String(repeating: "0", count: max(0, decimals - digits.utf8.count))
        return "\(scaled / Int(scale))" + (decimals == 0 ? "" : "." + zeros + digits)
    }

    private static func line(_ cells: [String]) -> String {
        let widths = [44, 10, 18, 8, 20, 0]
        var line = "  "
        for (index, cell) in cells.enumerated() {
            let padding = String(repeating: " ", count: max(1, widths[index] - cell.unicodeScalars.count))
            line += index == 1 || index == 3 ? padding + cell + "  " : cell + padding
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
