import CNcurses
import Glibc

/// Entries of the terminal database for terminals that show 16,777,216 colours but whose entries list fewer.
@MainActor enum DirectColors {
    private static let colors: Int32 = 0x100_0000
    private static let pairs: Int32 = 0x1_0000

    /// Returns the compiled entry (term(5), with numbers of 32 bits) of a terminal of this type with direct colours; nil
    /// if the type is unknown, has no colours, or has direct colours already.
    static func entry(of type: String, _ output: CInt) -> [UInt8]? {
        var code: CInt = 0
        guard setupterm(type, output, &code) == OK else { return nil }
        defer { del_curterm(set_curterm(nil)) }
        let hasSequence = Terminal.terminfo("setaf") != nil && Terminal.terminfo("setab") != nil
        guard hasSequence, tigetnum("colors") >= 8, !isDirect else { return nil }
        let flags = values(cncurses_flag) { UInt8(tigetflag($0) > 0 && !isPalette($0) ? 1 : 0) }
        let numbers = values(cncurses_number) { name in
            strcmp(name, "colors") == 0 ? colors : strcmp(name, "pairs") == 0 ? pairs : tigetnum(name)
        }
        var table: [UInt8] = []
        table.reserveCapacity(8192)
        let offsets = values(cncurses_text) { name -> Int16 in
            let start = table.count
            appendText(name, to: &table)
            return table.count == start ? -1 : Int16(exactly: start) ?? -1
        }
        let names = Array((type + "|direct colours\0").utf8)
        let counts = [0x21E, names.count, flags.count, numbers.count, offsets.count, table.count]
        var entry = words(counts.map(Int16.init)) + names + flags
        if entry.count % 2 != 0 { entry.append(0) }
        entry += words(numbers) + words(offsets) + table
        if entry.count % 2 != 0 { entry.append(0) }
        // The only capability outside the standard: the flag RGB, padded to an even place, and its name.
        return entry + words([1, 0, 0, 1, 4] as [Int16]) + [1, 0] + words([0] as [Int16])
            + Array("RGB\0".utf8)
    }

    /// Whether the entry says RGB, as a flag, a number or a text.
    private static var isDirect: Bool {
        tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || Terminal.terminfo("RGB") != nil
    }

    /// Whether a capability is about a palette, which direct colours do not have.
    private static func isPalette(_ name: UnsafePointer<CChar>) -> Bool {
        strcmp(name, "ccc") == 0 || strcmp(name, "initc") == 0 || strcmp(name, "initp") == 0
            || strcmp(name, "oc") == 0
    }

    /// Appends the text of a capability and a NUL; nothing if the terminal lacks it. It is called for four hundred names
    /// before the first frame, so it makes no strings.
    private static func appendText(_ name: UnsafePointer<CChar>, to table: inout [UInt8]) {
        guard let value = tigetstr(name), Int(bitPattern: value) != -1, !isPalette(name) else { return }
        if strcmp(name, "setaf") == 0 {
            table += sequence("3")
        } else if strcmp(name, "setab") == 0 {
            table += sequence("4")
        } else {
            table += UnsafeRawBufferPointer(start: value, count: strlen(value))
        }
        table.append(0)
    }

    /// The sequence that sets a colour: one of the basic eight below 8, otherwise red, green and blue. With semicolons,
    /// which more terminals understand than colons.
    private static func sequence(_ place: String) -> [UInt8] {
        let parts = "%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
        return Array("\u{1B}[%?%p1%{8}%<%t\(place)%p1%d%e\(place)8;2;\(parts)%;m".utf8)
    }

    private static func values<Value>(
        _ name: (CInt) -> UnsafePointer<CChar>?, _ value: (UnsafePointer<CChar>) -> Value
    ) -> [Value] {
        var values: [Value] = []
        while let name = name(CInt(values.count)) { values.append(value(name)) }
        return values
    }

    private static func words<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
        numbers.map(\.littleEndian).withUnsafeBytes(Array.init)
    }
}
