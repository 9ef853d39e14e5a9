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

    @Test func `style sheets are requested once the page has been painted`() {
        var stage = Stage(columns: 80, rows: 24)
        stage.open(Self.address)
        stage.readCache(Self.page)
        #expect(asked(stage).isEmpty)
        stage.paint()
        #expect(asked(stage) == Self.orders)
        stage.press("j", "k")
        #expect(asked(stage) == Self.orders)
    }

    @Test func `style sheets of a page that ended before it was painted are requested`() {
        var stage = Stage(columns: 80, rows: 24)
        stage.open(Self.address)
        stage.readCache(Self.page)
        stage.end(.fresh(.lifetime), "no request was due")
        #expect(asked(stage) == Self.orders)
    }

    @Test func `a style sheet that hides the menu keeps the scroll position`() throws {
        let text = (0..<60).map { "<p id=p\($0)>Paragraph \($0).</p>" }.joined()
        var stage = shown(Self.page + text)
        stage.press(.pageDown)
        let top = stage.screen[1]
        #expect(top.contains("Paragraph"))
        stage.answer(Self.orders[0], Array(".menu{display:none}".utf8))
        #expect(stage.screen[1] == top)
        stage.press("g")
        #expect(!stage.text.contains("Menu"))
        #expect(stage.text.contains("Text of the page"))
    }

    @Test func `imported sheets are requested and applied before the importing one`() {
        var stage = shown()
        let sheet = "@import '/lib/base.css';@import '/p.css' print;.menu{display:block}p{display:none}"
        stage.answer(Self.orders[0], Array(sheet.utf8))
        let base = Self.order("http://site.test/lib/base.css")
        #expect(asked(stage) == Self.orders + [base])
        #expect(!stage.text.contains("Text of the page"))
        let imported =
            "@import url(more.css);@import url(base.css);.menu{display:none}p{display:block!important}"
        stage.answer(base, Array(imported.utf8))
        #expect(stage.text.contains("Menu") && stage.text.contains("Text of the page"))
        let more = Self.order("http://site.test/lib/more.css")
        #expect(asked(stage) == Self.orders + [base, more])
        stage.answer(more, Array("@import url(/a.css);.menu{display:none!important}".utf8))
        #expect(!stage.text.contains("Menu"))
        #expect(asked(stage) == Self.orders + [base, more])
        stage.press("=")
        #expect(stage.text.contains("3 fetched, 0 failed, 1 pending"))
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

    @Test func `a style sheet for a page that was left changes nothing`() {
        var stage = shown()
        stage.end(.fresh(.lifetime), "no request was due")
        stage.open("http://other.test/")
        stage.readCache("<ul class=menu><li>Other</ul>")
        stage.paint()
        let screen = stage.screen
        stage.answer(Self.orders[0], Array(".menu{display:none}".utf8))
        #expect(stage.screen == screen)
    }

    @Test func `a cached style sheet is applied before the first paint`() {
        var stage = shown()
        stage.answer(Self.orders[0], Array(".menu{display:none}".utf8))
        stage.answer(Self.orders[1], nil)
        stage.end(.fresh(.lifetime), "no request was due")
        stage.open("http://site.test/next")
        stage.readCache("<link rel=stylesheet href=a.css><ul class=menu><li>Menu</ul><p>Next")
        #expect(!stage.text.contains("Menu"))
        stage.paint()
        // The copy is used at once; whether it is still fresh is decided by the cache.
        let again = StyleOrder(url: Self.orders[0].url, page: Stage.url("http://site.test/next"))
        #expect(asked(stage) == Self.orders + [again])
    }

    /// The address and mode of each style sheet requested after the first ones.
    private func modes(_ stage: Stage, since count: Int) -> [String] {
        asked(stage).dropFirst(count).map { "\($0.url.path) \($0.mode.rawValue)" }
    }

    @Test(arguments: [
        ("r", ["/a.css no-cache", "/b.css no-cache"]), ("R", ["/a.css reload", "/b.css reload"]),
    ]) func `a reload requests the style sheets again, both loaded and failed ones`(
        _ key: String, _ modes: [String]
    ) {
        var stage = shown()
        stage.answer(Self.orders[0], Array(".menu{display:none}".utf8))
        stage.answer(Self.orders[1], nil)
        stage.end(.fresh(.lifetime), "no request was due")
        stage.press(Key.character(Array(key.unicodeScalars)[0]))
        stage.readCache(Self.page)
        stage.paint()
        #expect(self.modes(stage, since: 2) == modes)
        // The copy is used until the response arrives, and stays if there is none.
        #expect(!stage.text.contains("Menu"))
        let again = asked(stage).dropFirst(2)
        for order in again { stage.answer(order, nil) }
        #expect(!stage.text.contains("Menu"))
        stage.press("j", "k")
        #expect(asked(stage).count == 4)
    }

    @Test func `a reloaded sheet replaces the earlier copy, and no older one replaces it`() {
        var stage = shown()
        stage.answer(Self.orders[0], Array("p{display:none}".utf8))
        stage.end(.fresh(.lifetime), "no request was due")
        stage.press("R")
        stage.readCache(Self.page)
        stage.paint()
        let again = asked(stage)[2]
        // A response to a request from before the reload arrives late.
        stage.answer(Self.orders[1], Array(".menu{display:none}".utf8))
        stage.answer(Self.orders[0], Array(".menu{display:none}".utf8))
        #expect(stage.text.contains("Menu") && !stage.text.contains("Text of the page"))
        stage.answer(again, Array(".menu{display:none}".utf8))
        #expect(!stage.text.contains("Menu") && stage.text.contains("Text of the page"))
    }

    @Test func `going back uses the stored style sheets without a request`() {
        var stage = shown()
        for order in Self.orders {
            stage.answer(order, Array(".menu{display:none}".utf8))
        }
        stage.end(.fresh(.lifetime), "no request was due")
        stage.open("http://site.test/next")
        stage.readCache("<p>Next")
        stage.end(.fresh(.lifetime), "no request was due")
        let count = asked(stage).count
        stage.press("B")
        stage.readCache(Self.page)
        stage.paint()
        stage.end(.fresh(.lifetime), "no request was due")
        #expect(modes(stage, since: count) == ["/a.css force-cache", "/b.css force-cache"])
        #expect(!stage.text.contains("Menu"))
    }

    @Test func `style sheets of a site can be switched off and on, and the choice is saved`() {
        var stage = shown()
        stage.answer(Self.orders[0], Array(".menu{display:none}".utf8))
        #expect(!stage.text.contains("Menu"))
        stage.press("V")
        #expect(stage.text.contains("Menu"))
        #expect(stage.text.contains("Linked style sheets of http://site.test are off."))
        #expect(stage.effects.last == .save(.unstyledSites(["http://site.test"])))
        stage.press("=")
        #expect(stage.text.contains("off for this site: V switches to no styles"))
        stage.press("=", "V")
        #expect(stage.text.contains("All styles of http://site.test are off."))
        #expect(stage.text.contains("Menu"))
        stage.press("V")
        #expect(!stage.text.contains("Menu"))
        #expect(stage.effects.last == .save(.unstyledSites([])))
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

    @Test func `nothing is requested for a site with style sheets off`() {
        let size = Size(rows: 24, columns: 80)
        var stage = Stage()
        var setup = Setup(size: size, hashes: .nettle)
        setup.chosen = ReaderChoices(unstyledSites: ["http://site.test"])
        stage.model = Model(setup)
        stage.open(Self.address)
        stage.readCache(Self.page)
        stage.paint()
        #expect(asked(stage).isEmpty)
        stage.press("V", "V")
        #expect(asked(stage) == Self.orders)
    }

    @Test func `facts show how many style sheets were loaded`() {
        var stage = shown()
        stage.answer(Self.orders[0], [])
        stage.press("=")
        #expect(stage.text.contains("1 fetched, 0 failed, 1 pending"))
        stage.answer(Self.orders[1], nil)
        #expect(stage.text.contains("1 fetched, 1 failed"))
    }

    @Test func `a page's own styles can be switched off, and search finds what they hid`() {
        var stage = shown(
            "<style>.x{display:none}</style><p class=x>First<p style='display:none'>Second<p hidden>Third")
        #expect(!stage.text.contains("First"))
        stage.press("V")
        #expect(stage.text.contains("All styles of http://site.test are off."))
        for word in ["First", "Second", "Third"] { #expect(stage.text.contains(word)) }
        stage.press("V")
        #expect(!stage.text.contains("First"))
        #expect(!stage.text.contains("Third"))
    }

    @Test(arguments: [
        ("https://site.test/", "<link rel=stylesheet href=http://site.test/a.css>", 0),
        (
            "http://site.test/",
            "<link rel=stylesheet href=data:text/css,x><link rel=stylesheet href=file:///x>", 0
        ),
        (
            "http://site.test/",
            "<base href=/b/><link rel=stylesheet href=a.css><link rel=stylesheet href=a.css>", 1
        ),
        ("http://site.test/", (0..<40).map { "<link rel=stylesheet href=\($0)>" }.joined(), 16),
    ])
    func `the number of style sheets from the network is limited`(address: String, html: String, count: Int) {
        #expect(asked(shown(html, address)).count == count)
    }

    @Test func `a style sheet that failed is requested again with the page`() {
        var stage = shown()
        stage.answer(Self.orders[0], nil)
        stage.answer(Self.orders[1], nil)
        stage.end(.fresh(.lifetime), "no request was due")
        stage.press("r")
        stage.readCache(Self.page)
        #expect(asked(stage) == Self.orders)
        stage.paint()
        #expect(asked(stage).map(\.url) == (Self.orders + Self.orders).map(\.url))
    }
}

@Suite struct PageColorTests {
    @Test(
        arguments: [
            (Theme.dark, 0xFF9999, nil, Color.rgb(0xFF, 0x99, 0x99), nil),
            (.dark, 0x222222, nil, nil, nil), (.light, 0x222244, nil, .rgb(0x22, 0x22, 0x44), nil),
            (.light, 0xFFFF00, nil, nil, nil),
            (.dark, 0x000000, 0xFFFF00, .rgb(0, 0, 0), .rgb(0xFF, 0xFF, 0)),
            (.dark, 0x777777, 0x888888, nil, nil), (.light, nil, 0xFFFF00, nil, .rgb(0xFF, 0xFF, 0)),
            (.dark, 0xFF9999, 0xFFFFFF, .rgb(0xFF, 0x99, 0x99), nil),
        ] as [(Theme, UInt32?, UInt32?, Color?, Color?)])
    func `a page's colours are used if they have enough contrast`(
        theme: Theme, front: UInt32?, back: UInt32?, shownFront: Color?, shownBack: Color?
    ) {
        let run = Line.Run(range: 0..<1, columns: 0..<1, foreground: front, background: back)
        let style = theme.style(of: run)
        #expect(style.foreground == shownFront ?? theme[.text].foreground)
        #expect(style.background == shownBack ?? theme[.text].background)
    }

    @Test func `contrast is computed as in WCAG`() throws {
        #expect(abs(try #require(Color.rgb(0, 0, 0).contrast(with: .rgb(255, 255, 255))) - 21) < 0.001)
        // #767676 is the lightest grey that is readable on white.
        let grey = try #require(Color.rgb(0x76, 0x76, 0x76).contrast(with: .rgb(255, 255, 255)))
        #expect(abs(grey - 4.54) < 0.01)
        #expect(Color.standard.contrast(with: .rgb(0, 0, 0)) == nil)
    }
}
