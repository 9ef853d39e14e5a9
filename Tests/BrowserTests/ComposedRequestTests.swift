import CellGrid
import SonicProtocol
import Testing

@testable import Browser

/// Requests written by the user rather than made by a page.
struct ComposedRequestTests {
    private static func run(_ line: String) -> Stage {
        var stage = Stage()
        stage.press(":")
        stage.type(line)
        stage.press(.enter)
        return stage
    }

    private static func editor(_ stage: Stage) -> RequestEditor? { stage.model.overlay as? RequestEditor }

    @Test(arguments: [
        ("request POST https://shop.example/orders", "POST https://shop.example/orders"),
        ("request put shop.example/x", "PUT https://shop.example/x"),
        ("request localhost:8420/a", "GET http://localhost:8420/a"),
        ("request PROPFIND http://a.example/", "PROPFIND http://a.example/"),
        ("request delete http://ann:secret@a.example/", "DELETE http://a.example/"),
    ])
    func `a method and an address open the editor without a page`(line: String, first: String) {
        #expect(Self.editor(Self.run(line))?.overriddenDraft.firstLine == first)
    }

    @Test(arguments: [
        ("request", "request"), ("request a b c", "request takes a method and an address, or a file"),
        ("request POST", "https://post/"), ("request G(T a.example", "“G(T” is not a valid method."),
        ("request GET data:,x", "data: addresses cannot be opened; use http or https."),
    ])
    func `an invalid request is reported`(line: String, words: String) {
        let stage = Self.run(line)
        #expect(
            stage.text.contains(words)
                || Self.editor(stage)?.overriddenDraft.firstLine.contains(words) == true)
    }

    @Test(arguments: [
        ("request ~/shop.http#2", "~/shop.http", 2), ("request shop.http", "shop.http", nil),
        ("request ./a", "./a", nil), ("request /tmp/b.rest", "/tmp/b.rest", nil),
    ])
    func `a file of requests is read, and the one with the number is edited`(
        line: String, path: String, number: Int?
    ) {
        var stage = Self.run(line)
        #expect(stage.effects.contains(.ask(.requestFile(path, .any))))
        // Without a number, the file has one request.
        let first = number == nil ? "" : "http://a.example/1\n### two\n"
        let text = first + "POST http://a.example/2\nA: 1\n\nbody"
        stage.answer(.success(text)) { if case .requestFile(_, let reply) = $0 { reply } else { nil } }
        let draft = Self.editor(stage)?.overriddenDraft
        #expect(draft?.firstLine == "POST http://a.example/2" && draft?.headers.fields.map(\.name) == ["A"])
        // It is sent exactly as it is in the file.
        let materials = Query.resendMaterials(Stage.url("http://a.example/2"), .any)
        #expect(!stage.effects.contains(.ask(materials)))
    }

    @Test func `an unreadable file, and one with several requests but no number, are reported`() {
        var stage = Self.run("request shop.http")
        stage.answer(.failure(QueryRefusal("shop.http cannot be read: No such file or directory."))) {
            if case .requestFile(_, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("shop.http cannot be read: No such file or directory."))
        stage.answer(.success("http://a.example/1\n###\nhttp://a.example/2")) {
            if case .requestFile(_, let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("Several requests; add the number of one: #1 GET http://a.example/1"))
        #expect(Self.editor(stage) == nil)
    }

    @Test func `a request is saved as a file that contains its address`() {
        var stage = Self.run("request POST http://a.example/orders")
        stage.press("w")
        #expect(stage.model.prompt?.editor.text == "a.example-orders.http")
        stage.press(.enter)
        let order = ExportOrder(
            content: .request("POST http://a.example/orders\n\n"), path: "a.example-orders.http")
        #expect(stage.effects.contains(.ask(.export(order, .any))))
        #expect(order.bytes(version: "1") == Array("POST http://a.example/orders\n\n".utf8))
    }
}
