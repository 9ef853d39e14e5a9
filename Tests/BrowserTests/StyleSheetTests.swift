import CellGrid
import Configuration
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues
@testable import PageLayout

@Suite struct StyleSheetTests {
    private static let page = """
        <link rel=stylesheet href=/a.css><link rel=stylesheet href=http://cdn.test/b.css><ul class=menu><li>Menu</ul>\
        <p>Text of the page</p>
        """
    private static let address = "http://site.test/dir/"

    private static func order(_ url: String) -> StyleOrder {
        StyleOrder(url: Stage.url(url), page: Stage.url(address))
    }

    private static let orders = [order("http://site.test/a.css"), order("http://cdn.test/b.css")]

    /// A page on the screen.
    private func shown(_ html: String = page, _ address: String = address) -> Stage {
        var stage = Stage(columns: 80, rows: 24)
        stage.open(address)
        stage.readCache(html)
        stage.paint()
        return stage
    }

    private func asked(_ stage: Stage) -> [StyleOrder] {
        stage.effects.compactMap { if case .ask(.style(let order, _)) = $0 { order } else { nil } }
    }

    @Test func `imported sheets count towards the limit of sixteen, at any level`() {
        var stage = shown()
        for number in 0..<40 {
            guard let last = asked(stage).last, number == 0 || last != Self.orders[1] else { break }
            let order = number == 0 ? Self.orders[0] : last
            stage.answer(order, Array("@import 'n\(number).css';@import 'm\(number).css'".utf8))
        }
        #expect(asked(stage).count == 16)
        #expect(Set(asked(stage)).count == 16)
    }

    @Test func `the configuration says which sites have style sheets, and the user's choice overrides it`() {
        let size = Size(rows: 24, columns: 80)
        var stage = Stage()
        var setup = Setup(size: size, hashes: .nettle)
        setup.settings = BrowserSettings {
            var site = Choices()
            site[Settings.styles] = $0.host != "site.test"
            return site
        }
        setup.warning = "config.json5, line 1"
        stage.model = Model(setup)
        #expect(stage.text.contains("config.json5, line 1"))
        stage.open(Self.address)
        stage.readCache(Self.page)
        stage.paint()
        #expect(asked(stage) == [])
        stage.press("V", "V")
        #expect(asked(stage) == Self.orders)
        #expect(stage.effects.contains(.save(.styledSites(["http://site.test"]))))
        stage.press("V")
        #expect(stage.effects.contains(.save(.styledSites([]))))
        #expect(
            stage.effects.contains(.save(.unstyledSites([]))), "the configuration says so anyway")
        stage.send(.configured(BrowserSettings(), keys: .standard, warning: "config.json5, line 2"))
        #expect(stage.text.contains("config.json5, line 2"))
        stage.press("=")
        #expect(!stage.text.contains("off for this site"))
    }
}

@Suite struct PageColorTests {
    @Test func `contrast is computed as in WCAG`() throws {
        #expect(abs(try #require(Color.rgb(0, 0, 0).contrast(with: .rgb(255, 255, 255))) - 21) < 0.001)
        // #767676 is the lightest grey that is readable on white.
        let grey = try #require(Color.rgb(0x76, 0x76, 0x76).contrast(with: .rgb(255, 255, 255)))
        #expect(abs(grey - 4.54) < 0.01)
        #expect(Color.standard.contrast(with: .rgb(0, 0, 0)) == nil)
    }
}
