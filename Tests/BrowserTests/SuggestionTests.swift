import PageLayout
import Testing

@testable import Browser

/// Input of fields with types and suggestions.
@Suite struct SuggestionTests {
    private static func typing(_ html: String) -> Stage {
        var stage = Stage()
        stage.open("http://a.example/page")
        stage.readCache("<form>\(html)<button>Go</button></form>")
        stage.end(.allCached, "status 304")
        stage.press(.tab, .enter)
        return stage
    }

    private static func listed(_ stage: Stage) -> [String] {
        guard case .field(let line) = stage.model.prompt else { return [] }
        return line.list.shown.map { line.list.entries[$0].name }
    }

    /// The attributes, the input, and the resulting value; nil if the line stays open.
    @Test(arguments: [
        ("type=date", "2026-11-25", "2026-11-25"), ("type=date", "tomorrow", nil), ("type=date", "", ""),
        ("type=number", "1e3", "1e3"), ("type=number", "1,5", nil), ("type=time", "25:00", nil),
        ("type=month", "2026-11", "2026-11"), ("type=week", "2026-W60", nil),
        ("type=datetime-local", "2026-11-25 10:00:00", "2026-11-25T10:00"),
        ("type=range max=10", "50", "10"), ("type=range max=10", "much", nil), ("type=range max=10", "", "5"),
        ("type=color", "#ABCDEF", "#abcdef"), ("type=color", "red", nil), ("type=color", "", "#000000"),
        ("type=email", "  a@b ", "a@b"), ("type=email multiple", "a@b , c@d", "a@b,c@d"),
        ("type=url", " http://a/ ", "http://a/"), ("type=text", " a ", " a "),
    ])
    func `input becomes a value of the field's type, or the line stays open`(
        attributes: String, typed: String, value: String?
    ) {
        var stage = Self.typing("<input name=a \(attributes)>")
        stage.press(.control("u"))
        stage.type(typed)
        stage.press(.enter)
        guard let value else {
            #expect(stage.model.prompt?.editor.text == typed)
            guard case .failure = stage.model.notice else {
                Issue.record("nothing is said of “\(typed)”")
                return
            }
            return
        }
        #expect(stage.model.prompt == nil)
        let filling = stage.model.document?.reader.filling
        #expect(filling?.page.map { filling?.value(of: $0.fields[0]) } == .text(value))
    }

    private static let list = """
        <input name=a list=l><datalist id=l><option>Harbour<option value=Hamburg label=North><option>Lens</datalist>
        """

    @Test func `suggestions are listed, filtered by the input, and put into the line`() {
        var stage = Self.typing(Self.list)
        #expect(Self.listed(stage) == ["Harbour", "Hamburg", "Lens"])
        stage.type("ha")
        #expect(Self.listed(stage) == ["Harbour", "Hamburg"])
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "Harbour")
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "Hamburg")
        stage.press(.up, .up)
        #expect(stage.model.prompt?.editor.text == "ha")
        stage.press(.down, .enter)
        #expect(stage.model.prompt == nil)
        let filling = stage.model.document?.reader.filling
        #expect(filling?.page.map { filling?.value(of: $0.fields[0]) } == .text("Harbour"))
    }

    @Test func `a suggestion's label is searched and shown, and its value is used`() {
        var stage = Self.typing(Self.list)
        #expect(stage.text.contains("North"))
        stage.type("nor")
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "Hamburg")
    }

    @Test func `of several addresses the last one is completed`() {
        var stage = Self.typing(
            "<input type=email multiple list=l><datalist id=l><option>ann@a<option>bob@b</datalist>")
        stage.type("ann@a,b")
        stage.press(.tab)
        #expect(stage.model.prompt?.editor.text == "ann@a,bob@b")
    }

    @Test func `a text that is not suggested is accepted, too`() {
        var stage = Self.typing(Self.list)
        stage.type("zebra")
        #expect(Self.listed(stage).isEmpty)
        stage.press(.enter)
        let filling = stage.model.document?.reader.filling
        #expect(filling?.page.map { filling?.value(of: $0.fields[0]) } == .text("zebra"))
    }
}
