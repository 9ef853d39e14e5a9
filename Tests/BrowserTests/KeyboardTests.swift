import Testing

@testable import Browser

/// National keyboards on which some characters require AltGr or are dead keys.
struct KeyboardTests {
    /// The ASCII characters that are no single keystroke on the keyboard, with or without Shift.
    private static let hard: [(country: String, signs: String)] = [
        ("German", "@[]{}\\|~^`"), ("French", "@[]{}\\|~#^`"), ("Spanish", "@[]{}\\|~#^`"),
        ("Italian", "@[]{}~#`"), ("Swiss", "@[]{}\\|~#^`"), ("Swedish", "@[]{}\\|~^`"),
        ("Portuguese", "@[]{}~^`"),
    ]

    @Test(arguments: hard.indices)
    func `every command can be run on European keyboards without AltGr`(index: Int) {
        let (country, signs) = Self.hard[index]
        let hard = Set(signs.unicodeScalars)
        for binding in KeyTable.standard.bindings where !binding.keys.isEmpty {
            let isEasy = binding.keys.contains { key in
                switch key {
                case .character(let sign), .alt(let sign), .control(let sign): !hard.contains(sign)
                default: true
                }
            }
            #expect(isEasy, "\(binding.command) on a \(country) keyboard")
        }
    }
}
