import CNcurses
import CellGrid
import Glibc

/// The terminal database's entry of the terminal that ncurses has just set up.
struct TerminalType {
    /// Returns the string capability `name`, without padding; nil if the terminal lacks it.
    static func string(_ name: String) -> [UInt8]? {
        var characters = name.utf8CString.map { $0 }
        guard let value = tigetstr(&characters), Int(bitPattern: value) != -1 else { return nil }
        var result: [UInt8] = []
        var rest = String(cString: value).utf8[...]
        while let byte = rest.first {
            // $<5> is a delay that no current terminal requires.
            if byte == UInt8(ascii: "$"), rest.dropFirst().first == UInt8(ascii: "<"),
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The escape sequences of the keys.
    static var keys: [ListedKey] {
        let names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
            ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete),
            ("kcbt", .backTab), ("kent", .enter), ("kbs", .backspace),
        ]
        let functions = (1...12).map { ("kf\($0)", Key.function($0)) }
        return (names + functions).compactMap { name, key in
            // Single bytes have the same meaning on every terminal.
            guard let sequence = string(name), sequence.count > 1 else { return nil }
            return ListedKey(sequence: sequence, key: key)
        }
    }

    /// Returns the sequence that restores the terminal from any state: it cancels an incomplete sequence first.
    static func restoreSequence(_ control: ControlSequences) -> [UInt8] {
        let modes = control.wholeEnd + control.modes(from: [.mouse, .paste, .focus], to: [])
        return [0x18] + modes.utf8 + ["sgr0", "op", "cnorm", "rmcup"].flatMap { string($0) ?? [] }
    }
}
