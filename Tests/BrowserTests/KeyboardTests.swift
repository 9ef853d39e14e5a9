import Testing

@testable import Browser

/// Keyboards of countries on which some signs take AltGr, or make a letter of the next key.
struct KeyboardTests {
    /// The signs of ASCII that are no single stroke of the keyboard, with Shift or without.
    private static let hard: [(country: String, signs: String)] = [
        ("German", "@[]{}\\|~^`"), ("French", "@[]{}\\|~#^`"), ("Spanish", "@[]{}\\|~#^`"),
        ("Italian", "@[]{}~#`"), ("Swiss", "@[]{}\\|~#^`"), ("Swedish", "@[]{}\\|~^`"),
        ("Portuguese", "@[]{}~^`"),
    ]

    @Test(arguments: hard.indices)
    func `every command can be given on a keyboard of Europe without AltGr`(index: Int) {
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
