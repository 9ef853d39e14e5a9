import PageLayout
import SonicProtocol
import Testing

@testable import Browser

@Suite struct PictureTests {
    private static let address = "http://site.test/dir/"
    private static let page =
        "<p>Before</p><img src=a.png alt='a boat'><p>Between</p><img src=//cdn.test/b.png alt='a ship'>"

    private func shown(_ html: String = page, _ address: String = address, isOn: Bool = true) -> Stage {
        var stage = Stage(columns: 80, rows: 24)
        stage.open(address)
        stage.readCache(html)
        stage.paint()
        if isOn { stage.press(.alt("v")) }
        return stage
    }

    private func orders(_ stage: Stage) -> [PictureOrder] {
        stage.effects.compactMap { if case .ask(.picture(let order, _)) = $0 { order } else { nil } }
    }

    private func picture(_ symbols: String) throws -> Picture {
        try #require(Picture(symbols: Array(symbols.utf8), within: Picture.Size(columns: 40, rows: 40)))
    }

    @Test func `no images are requested while pictures are off`() {
        var stage = shown(isOn: false)
        stage.press("j", "k")
        #expect(orders(stage).isEmpty)
        stage.press(.alt("v"))
        #expect(orders(stage).map(\.url.href) == ["http://site.test/dir/a.png", "http://cdn.test/b.png"])
        stage.press("j", "k")
        #expect(orders(stage).count == 2)
    }

    @Test func `a picture replaces its alt text until pictures are off`() throws {
        var stage = shown()
        #expect(stage.text.contains("[a boat]"))
        stage.answer(orders(stage)[0], .drawn(try picture("▄▄▄\n▀▀▀")))
        #expect(stage.text.contains("▄▄▄"))
        #expect(!stage.text.contains("[a boat]"))
        #expect(stage.text.contains("[a ship]"))
        stage.answer(orders(stage)[1], .failed)
        #expect(stage.text.contains("[a ship]"))
        stage.press(.alt("v"))
        #expect(stage.text.contains("[a boat]"))
        stage.press(.alt("v"))
        #expect(stage.text.contains("▄▄▄"))
    }

    @Test(arguments: ["a.png", "c.png"])
    func `cells of a picture are not part of a diff`(next: String) throws {
        var stage = shown()
        stage.answer(orders(stage)[0], .drawn(try picture("▄▄▄\n▀▀▀")))
        let old = Self.page
        let new = old.replacing("Before", with: "Later").replacing("a.png", with: next)
        stage.ask(200)
        stage.replace(with: new)
        stage.end(.templateChange, "changed")
        stage.settle()
        stage.paint()
        let told = stage.model.document?.latest.changes.flatMap { $0.lines ?? [] } ?? []
        #expect(!told.isEmpty)
        #expect(!told.contains { "\($0)".contains("▄") || "\($0)".contains("▀") }, "\(told)")
    }

    @Test func `a reload requests the images again and redraws only what changed`() throws {
        var stage = shown()
        stage.answer(orders(stage)[0], .drawn(try picture("▄▄▄\n▀▀▀"), of: "one"))
        stage.answer(orders(stage)[1], .failed)
        stage.end(.fresh(.lifetime), "no request was due")
        stage.press("R")
        stage.readCache(Self.page)
        stage.paint()
        let again = orders(stage).dropFirst(2)
        #expect(again.map(\.url.path) == ["/dir/a.png", "/b.png"])
        #expect(again.map(\.known) == ["one", nil])
        for order in again {
            guard case .away(reach: .online, mode: .reload) = order.place else {
                Issue.record("not by its mode")
                return
            }
        }
        #expect(stage.text.contains("▄▄▄"))
        stage.answer(orders(stage)[2], .unchanged)
        #expect(stage.text.contains("▄▄▄"))
        stage.press("j", "k")
        #expect(orders(stage).count == 4)
    }

    @Test func `the scroll position stays when pictures are inserted above it`() throws {
        let text = (0..<60).map { "<p>Paragraph \($0).</p>" }.joined()
        var stage = shown("<img src=a.png alt=boat>" + text)
        let order = try #require(orders(stage).first)
        stage.press(.pageDown)
        let top = stage.screen[1]
        #expect(top.contains("Paragraph"))
        stage.answer(order, .drawn(try picture(String(repeating: "▄▄\n", count: 12))))
        stage.settle()
        #expect(stage.screen[1] == top)
        stage.press("g")
        #expect(stage.text.contains("▄▄"))
    }

    @Test func `only images near the screen are requested`() {
        let far = String(repeating: "<p>x</p>", count: 100)
        var stage = shown("<img src=a.png alt=boat>" + far + "<img src=b.png alt=ship>")
        #expect(orders(stage).map(\.url.href) == ["http://site.test/dir/a.png"])
        stage.press("G")
        stage.settle()
        stage.press("k")
        #expect(orders(stage).map(\.url.href).last == "http://site.test/dir/b.png")
    }

    @Test func `a page loaded over HTTPS loads no image over HTTP`() {
        let stage = shown("<img src=http://cdn.test/a.png alt=boat>", "https://site.test/")
        #expect(orders(stage).isEmpty)
    }

    @Test func `without chafa the alt text stays, and the missing program is named`() {
        var stage = shown()
        stage.answer(orders(stage)[0], .noProgram)
        #expect(
            stage.text.contains("Pictures need the program chafa, which is not installed: apt install chafa.")
        )
        #expect(stage.text.contains("[a boat]"))
        stage.answer(orders(stage)[1], .noProgram)
        #expect(!stage.model.chosen.showsPictures)
    }

    @Test func `an image opened by itself is drawn from the bytes received`() throws {
        var stage = Stage(columns: 80, rows: 24)
        stage.open("http://site.test/boat.png")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "image/png")])
        stage.report(.pieceReceived([1, 2, 3]))
        stage.end(.plain(.notHTML), "the answer is not HTML")
        #expect(stage.text.contains("[picture]"))
        #expect(stage.text.contains("image/png, 3 bytes"))
        stage.press(.alt("v"))
        let order = try #require(orders(stage).first)
        guard case .here([1, 2, 3]) = order.place else {
            Issue.record("not from here")
            return
        }
        stage.answer(order, .drawn(try picture("▄▄")))
        #expect(stage.text.contains("▄▄"))
        #expect(stage.text.contains("image/png, 3 bytes"))
    }
}
