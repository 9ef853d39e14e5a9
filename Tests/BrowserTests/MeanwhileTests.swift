import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Fields edited while another page loads.
struct MeanwhileTests {
    private static let fields = """
        <a href=/b>b</a><form action=/s><input name=q><select name=s><option>one<option>two</select>\
        <input type=password name=p></form>
        """

    /// A page on the screen, its link followed, and another field selected while the response is pending.
    private static func waiting(field: Int) -> Stage {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(fields)
        stage.end(.allCached, "status 304")
        stage.press(.tab, .enter)
        stage.settle()
        for _ in 0..<field { stage.press(.tab) }
        stage.press(.enter)
        return stage
    }

    private static func values(_ stage: Stage) -> Int? { stage.model.document?.reader.filling.values.count }

    @Test(arguments: [1, 3])
    func `text typed for one page is entered into no field of another`(field: Int) throws {
        var stage = Self.waiting(field: field)
        stage.type("secret")
        stage.readCache(Self.fields)
        #expect(stage.model.document?.url.path == "/b")
        stage.press(.enter)
        #expect(Self.values(stage) == 0)
        #expect(stage.text.contains("Not changed: another page is open now."))
        let prompt = try #require(stage.model.prompt)
        #expect(prompt.editor.text == "secret", "what was typed is still there")
        stage.press(.escape)
        #expect(stage.model.prompt == nil)
    }

    @Test func `an option selected on one page does not apply to another`() {
        var stage = Self.waiting(field: 2)
        stage.press("j")
        guard stage.model.overlay is OptionList else {
            Issue.record("no options to choose from")
            return
        }
        stage.readCache(Self.fields)
        stage.press(.enter)
        #expect(Self.values(stage) == 0)
        #expect(stage.text.contains("Not changed: another page is open now."))
    }

    @Test func `input for a field that an update removes is not applied`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache("<form><input name=q></form>")
        stage.press(.tab, .enter)
        stage.type("x")
        stage.replace(with: "<form><input name=other></form>")
        stage.press(.enter)
        #expect(Self.values(stage) == 0)
        #expect(stage.text.contains("Not changed: the page no longer has this field as it was."))
    }

    @Test func `a field that an update keeps accepts the typed text`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache("<form><input name=q></form>")
        stage.press(.tab, .enter)
        stage.type("x")
        stage.replace(with: "<p>new<form><input name=q></form>")
        stage.press(.enter)
        #expect(Self.values(stage) == 1)
        #expect(stage.model.prompt == nil)
    }
}
