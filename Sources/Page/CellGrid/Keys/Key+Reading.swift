extension Key {
    /// The key with a name as help shows it: `j`, `Space`, `^D`, `M-x`, `PgDn`, `F1`; nil if there is no such key.
    /// Arrows may also be spelled out (`Up`), and `C-` may replace `^`. Names separated by blanks are a sequence.
    public init?(named name: String) {
        if let key = Self.named[name] {
            self = key
            return
        }
        let names = name.split(separator: " ")
        if names.count > 1 {
            let keys = names.compactMap { Key(named: String($0)) }
            guard keys.count == names.count else { return nil }
            self = .sequence(keys)
            return
        }
        let scalars = Array(name.unicodeScalars)
        guard let last = scalars.last, last.value > 0x20, !(0x7F...0xA0).contains(last.value) else {
            return nil
        }
        switch String(String.UnicodeScalarView(scalars.dropLast())) {
        case "": self = .character(last)
        case "^", "C-":
            // Terminals send the byte of Tab, Enter and Esc for `^I`, `^M` and `^[`.
            guard let lower = String(last).lowercased().unicodeScalars.first,
                ("a"..."z").contains(lower) && lower != "i" && lower != "m"
                    || "@\\]^_".unicodeScalars.contains(lower)
            else { return nil }
            self = .control(lower)
        case "M-": self = .alt(last)
        case "F", "F1", "F2":
            guard let number = Int(name.dropFirst()), (1...24).contains(number) else { return nil }
            self = .function(number)
        default: return nil
        }
    }

    private static let named: [String: Key] = {
        let keys: [Key] = [
            .character(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .tab, .backTab, .enter, .escape,
        ]
        var named = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
        named["Up"] = .up
        named["Down"] = .down
        named["Left"] = .left
        named["Right"] = .right
        return named
    }()
}
