import CellGrid
import Configuration
import Foundation
import Testing

@testable import Browser
@testable import PageLayout

extension Theme: CustomTestStringConvertible {
    /// Its name: the full description would fill a screen.
    public var testDescription: String { name }
}

struct ThemeTests {
    @Test(arguments: Theme.builtIn)
    func `a theme compiled in equals its file`(theme: Theme) throws {
        let (read, problems) = Theme.read(
            try TextFiles.bytes("themes/\(theme.name).json5"), base: Theme(name: "", tone: .dark, styles: [:])
        )
        #expect(problems == [])
        #expect(read == theme)
    }

    @Test(arguments: Theme.builtIn.filter { !["dark", "light"].contains($0.name) })
    func `the file of a theme based on a palette is generated from it`(theme: Theme) throws {
        try TextFiles.check(ThemeFile.text(of: theme), isAt: "themes/\(theme.name).json5")
    }

    @Test func `the schema contains every role`() throws {
        try TextFiles.check(ThemeFile.schema, isAt: "themes/schema.json")
    }

    @Test func `names are those of the configuration, without duplicates`() {
        let names = Theme.builtIn.map(\.name)
        #expect(names.sorted() == ThemeName.allCases.map(\.rawValue).sorted())
        #expect(names.allSatisfy { Theme.named($0)?.name == $0 })
        #expect(Theme.named("none") == nil)
    }

    @Test(arguments: Theme.builtIn.filter { $0 != .mono })
    func `with few colours links, additions and removals are distinct from text in every theme`(theme: Theme)
    {
        let shown = theme.shown(inFewColors: true)
        let colors = [Role.text, .link, .added, .removed, .warning].map { shown[$0].foreground }
        #expect(colors == [.standard, .palette(6), .palette(2), .palette(1), .palette(1)])
        #expect(shown[.text].background == .standard && shown[.link].attributes.contains(.underline))
        #expect(shown.name == theme.name && shown.tone == theme.tone)
        #expect(theme.shown(inFewColors: false) == theme)
    }

    @Test(arguments: Theme.builtIn)
    func `with 8 and 16 colours no role is told by colour alone, and none is blue`(theme: Theme) {
        let shown = theme.shown(inFewColors: true)
        // These begin with a sign: the marker itself, + and -.
        let signed: [Role] = [.marker, .added, .removed]
        for role in Role.allCases {
            let style = shown[role]
            for color in [style.foreground, style.background] {
                #expect(![.palette(4), .palette(12)].contains(color), "\(role)")
            }
            let isPlain = style.attributes.isEmpty && !signed.contains(role)
            #expect(style.foreground == .standard || !isPlain, "\(role)")
            #expect(style.background == .standard, "\(role)")
        }
        // What stands side by side differs without its colour, too.
        let pairs: [(Role, Role)] = [
            (.text, .link), (.text, .chosenLink), (.link, .chosenLink), (.text, .match),
            (.match, .chosenMatch),
            (.text, .heading), (.text, .dimmed), (.border, .focusedBorder), (.hint, .key), (.prompt, .key),
            (.text, .key), (.dimmed, .key), (.stepDone, .stepActive), (.stepDone, .stepPending),
            (.added, .addedWord), (.removed, .removedWord), (.text, .name),
        ]
        for (one, other) in pairs {
            #expect(shown[one].attributes != shown[other].attributes, "\(one) and \(other)")
        }
    }

    @Test func `with few colours a page has none of its own, but pictures do`() {
        var run = Line.Run(range: 0..<1, columns: 0..<1)
        (run.foreground, run.background) = (0xFFFFFF, 0x800000)
        let shown = Theme.dark.shown(inFewColors: true)
        #expect(shown.style(of: run) == shown[.text])
        #expect(Theme.dark.style(of: run).foreground == Theme.rgb(0xFFFFFF))
        run.style = .image
        #expect(shown.style(of: run).background == Theme.rgb(0x800000))
    }

    @Test(arguments: Theme.builtIn)
    func `each theme has a counterpart for the other background`(theme: Theme) {
        #expect(theme.counterpart.tone != theme.tone)
        #expect(theme.next != theme)
    }

    @Test(arguments: [Theme.terminal, .mono])
    func `a theme in the terminal's own colours defines none of its own`(theme: Theme) {
        for role in Role.allCases {
            #expect(theme.styles[role] != nil, "\(role)")
            let style = theme[role]
            #expect(Self.luminance(style.foreground) == nil && Self.luminance(style.background) == nil)
            if theme.name == "mono" {
                #expect(style.foreground == .standard && style.background == .standard)
            }
        }
    }

    @Test func `a pale colour is adjusted until it is readable, and no further`() {
        let ground = Theme.rgb(0x2E3440)
        let lifted = Theme.rgb(0x4C566A).lifted(on: ground)
        let ratio = lifted.contrast(with: ground) ?? 0
        #expect(ratio >= 4.5 && ratio < 5.2)
        #expect(Theme.rgb(0xFFFFFF).lifted(on: ground) == Theme.rgb(0xFFFFFF))
        #expect(Color.palette(3).lifted(on: ground) == .palette(3))
    }

    @Test(arguments: Theme.builtIn.filter { !["terminal", "mono"].contains($0.name) })
    func `every role has a contrast of at least 4,5 to 1 as sent, in direct and in 256 colours`(theme: Theme)
    {
        for role in Role.allCases {
            #expect(theme.styles[role] != nil, "\(role)")
            #expect(Self.contrasts(theme[role]).allSatisfy { $0 >= 4.5 }, "\(theme.name) \(role)")
            for ground in [Role.text, .titleLine, .hint, .prompt, .chosenLink] {
                let contrasts = Self.contrasts(theme[role, on: ground])
                #expect(contrasts.allSatisfy { $0 >= 4.5 }, "\(theme.name) \(role) on \(ground)")
            }
        }
    }

    @Test(arguments: Theme.builtIn.filter { !["terminal", "mono"].contains($0.name) })
    func `every character of a screen has that contrast`(theme: Theme) {
        var stage = Stage(columns: 120, rows: 40, theme: theme)
        stage.open("http://a.example/")
        for _ in 0..<2 { stage.press(.character("v")) }
        let page = """
            <title>A</title><h1>Heading</h1><p><a href=/b>Link</a> <code>code</code> <mark>mark</mark>
            <span style="color:#777">pale</span><blockquote>Quote</blockquote><ul><li>One</ul><input value=x>
            """
        stage.readCache(page)
        stage.end(.allCached, "nothing changed")
        let walks: [[Key]] = [
            [], [.tab], [.character("/"), .character("o")], [.escape, .character("?")],
            [.escape, .character(":")], [.escape, .character("I")], [.escape, .character("=")],
        ]
        for keys in walks {
            for key in keys { stage.press(key) }
            let frame = view(stage.model)
            for row in Row(0)..<frame.size.rows {
                for cell in frame.row(row) where cell.glyph != .space && cell.width > 0 {
                    var style = cell.style
                    if style.attributes.contains(.reverse) {
                        (style.foreground, style.background) = (style.background, style.foreground)
                    }
                    #expect(
                        Self.contrasts(style).allSatisfy { $0 >= 4.5 }, "\(theme.name) row \(row) \(keys)")
                }
            }
        }
    }

    @Test(arguments: Theme.builtIn.filter { $0 != .mono }, [Role.text, .titleLine, .hint])
    func
        `the outcomes have distinct colours, readable on each background where they appear`(
            theme: Theme, ground: Role
        )
    {
        let roles = Role.allCases.filter { role in Plot.Ending.allCases.contains { Role($0) == role } }
        #expect(roles.count == 6)
        for (index, role) in roles.enumerated() {
            let style = theme[role, on: ground]
            if theme != .terminal {
                #expect(Self.contrasts(style).allSatisfy { $0 >= 4.5 }, "\(theme.name) \(role)")
            }
            for other in roles[..<index] {
                // Both are grey: neither has a response.
                if [role, other].allSatisfy({ [.outcomePlain, .outcomeOffline].contains($0) }) { continue }
                let difference = Self.difference(style.foreground, theme[other, on: ground].foreground)
                #expect(difference >= 1000, "\(theme.name): \(role) and \(other)")
            }
        }
    }

    /// Returns how different two colours look; those that the terminal chooses are the same or very different.
    private static func difference(_ one: Color, _ other: Color) -> Int {
        guard case .rgb(let red, let green, let blue) = one,
            case .rgb(let otherRed, let otherGreen, let otherBlue) = other
        else { return one == other ? 0 : .max }
        return Color.distance((red, green, blue), (otherRed, otherGreen, otherBlue))
    }

    /// Returns the contrast of a style, and that of the colours which replace its own where there are 256; zero for
    /// those that the terminal chooses.
    private static func contrasts(_ style: Style) -> [Double] {
        func in256(_ color: Color) -> Color {
            guard case .rgb(let red, let green, let blue) = color else { return color }
            let found = Color.components(of: Color.nearestOf256(red, green, blue))
            return .rgb(found.0, found.1, found.2)
        }
        let pairs = [
            (style.foreground, style.background), (in256(style.foreground), in256(style.background)),
        ]
        return pairs.map { front, back in
            guard let text = luminance(front), let ground = luminance(back) else { return 0 }
            return (max(text, ground) + 0.05) / (min(text, ground) + 0.05)
        }
    }

    @Test func `a mistake is reported with its line, and the rest applies`() {
        let text = """
            {
              name: "odd",
              roles: {
                text: { foreground: "#12345" },
                link: { foreground: 12, bold: 1, blink: true },
                nobody: {},
                code: { foreground: "default", italic: true },
                outcomeTaken: { bold: true },
              },
            }
            """
        let (theme, problems) = Theme.read(Array(text.utf8))
        #expect(theme.name == "odd")
        #expect(problems.map(\.position.line).sorted() == [4, 5, 5, 6])
        #expect(theme.styles[.link]?.foreground == .palette(12))
        #expect(theme.styles[.code]?.attributes == .italic)
        #expect(theme.styles[.heading] == Theme.dark.styles[.heading])
    }

    @Test(arguments: ["", "[]", "{ roles: 3 }", "\u{0}", "{ name: 1 }"])
    func `a file that is not a theme gives the base and is reported`(text: String) {
        let (theme, problems) = Theme.read(Array(text.utf8))
        #expect(theme.styles == Theme.dark.styles)
        #expect(!problems.isEmpty)
    }

    /// Relative luminance by WCAG 2.2; nil for colours that the terminal chooses.
    private static func luminance(_ color: Color) -> Double? {
        guard case .rgb(let red, let green, let blue) = color else { return nil }
        func linear(_ value: UInt8) -> Double {
            let value = Double(value) / 255
            if value <= 0.04045 { return value / 12.92 }
            return pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
