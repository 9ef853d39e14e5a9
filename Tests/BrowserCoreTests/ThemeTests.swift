import CellGrid
import Foundation
import Testing

@testable import BrowserCore

struct ThemeTests {
    @Test(arguments: Theme.builtIn)
    func `a theme compiled in equals its file`(theme: Theme) throws {
        let (read, problems) = Theme.read(
            try TextFiles.bytes("themes/\(theme.name).json5"), base: Theme(name: "", styles: [:]))
        #expect(problems == [])
        #expect(read == theme)
    }

    @Test(arguments: Theme.builtIn)
    func `every role has a style with a contrast of 4,5 to 1 at least`(theme: Theme) {
        for role in Role.allCases {
            #expect(theme.styles[role] != nil, "\(role)")
            let style = theme[role]
            guard let text = Self.luminance(style.foreground), let ground = Self.luminance(style.background)
            else {
                Issue.record("\(theme.name) leaves \(role) to the terminal")
                continue
            }
            let contrast = (max(text, ground) + 0.05) / (min(text, ground) + 0.05)
            #expect(contrast >= 4.5, "\(theme.name) \(role): \(contrast)")
        }
    }

    @Test func `a mistake is named with its line and the rest counts`() {
        let text = """
            {
              name: "odd",
              roles: {
                text: { foreground: "#12345" },
                link: { foreground: 12, bold: 1, blink: true },
                nobody: {},
                code: { foreground: "default", italic: true },
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
    func `a file that is no theme gives the base and says so`(text: String) {
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
