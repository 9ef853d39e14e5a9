import Exchanges
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// Intercept rules and edits, as values.
@Suite struct InterceptTests {
    private static func fields(_ text: String) throws -> ControlFields {
        try ControlFields(Array(text.utf8), knowing: InterceptRule.names.union(["remove"]))
    }

    private static func rule(_ filters: String, _ stage: String = "request") throws -> InterceptRule {
        try InterceptRule(fields("controller=1&stage=\(stage)&\(filters)"), id: 1)
    }

    private static let request = ServerRequest(
        method: "POST", target: "/news/today?x=1",
        headers: Headers([
            HeaderField("Host", "a.example"), HeaderField("User-Agent", "Phone Android 9"),
            HeaderField("Cookie", "a=1"), HeaderField("Content-Length", "6"),
        ]), body: Array("word=1".utf8), client: "192.0.2.7")

    @Test(
        arguments: TableRow.rows(
            "a rule matches requests that", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `a rule matches requests that match all of its filters`(row: TableRow) throws {
        let (filters, fits) = (row[1], row[2] == "true")
        #expect(try Self.rule(filters).fits(.request(Self.request)) == fits)
        #expect(try !Self.rule(filters, "response").fits(.request(Self.request)))
    }

    @Test(
        arguments: TableRow.rows(
            "a response rule matches header", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `a response rule matches header and body of the response, and the header of its request`(
        row: TableRow
    )
        throws
    {
        let (filters, fits) = (row[1], row[2] == "true")
        let rule = try Self.rule(filters, "response")
        let headers = Headers([HeaderField("ETag", "x")])
        let response = ServerResponse(headers: headers)
        let known = Array("<p>a".utf8)
        #expect(rule.fits(.response(response, body: known, to: Self.request)) == fits)
        // An unknown body matches no body filter.
        let isKnown = !filters.contains("body=")
        #expect(rule.fits(.response(response, body: nil, to: Self.request)) == (fits && isKnown))
        #expect(rule.mayFit(Self.request))
    }

    @Test(arguments: [
        ("stage=request", "controller is missing: the number in the first line of your stream."),
        ("controller=x&stage=request", "controller must be a number, not x."),
        ("controller=1", "stage must be request or response."),
        ("controller=1&stage=both", "stage must be request or response."),
        (
            "controller=1&stage=request&header=abc",
            "header must be NAME: VALUE, such as User-Agent: *Android*."
        ),
        (
            "controller=1&stage=request&path=" + String(repeating: "a", count: 257),
            "path has at most 256 bytes."
        ),
        (
            "controller=1&colour=red",
            "Unknown member colour; use address, body, client, content, controller, file, filter, header, method, path, remove, rule, stage."
        ),
        ("stage=request&stage=request", "Duplicate member stage."),
        (#"{"controller":[1]}"#, "controller must be a string or a number."),
        (#"{"controller":1"#, "The body is not a JSON object."), ("{", "The body is not a JSON object."),
    ])
    func `an invalid rule is refused with a reason`(_ text: String, _ sentence: String) throws {
        #expect(throws: ControlFields.Mistake(sentence: sentence)) {
            try InterceptRule(Self.fields(text), id: 1)
        }
    }

    @Test func `a form and JSON give the same rule`() throws {
        let form = try InterceptRule(Self.fields("controller=3&stage=response&path=%2Fa*&body=x+y"), id: 2)
        let json = try InterceptRule(
            Self.fields(#"{"controller":3,"stage":"response","path":"/a*","body":"x y","method":null}"#),
            id: 2)
        #expect(form == json)
        #expect(
            json.json.text()
                == #"{"id":2,"controller":3,"stage":"response","path":"/a*","body":"x y","#
                + #""filter":"responses path=\"/a*\" body=\"x y\""}"#)
    }

    @Test(arguments: [
        ("requests method:POST -path:/old*", true), ("requests and (client:192.0.2. or body:word)", true),
        ("requests responses", true), ("responses", false), ("requests host:a.example -body:word", false),
    ])
    func `a rule is a filter in the language of the browser`(_ filter: String, _ fits: Bool) throws {
        let fields = try ControlFields(
            Array(JSONValue.object([.init("controller", 1), .init("filter", .string(filter))]).text().utf8),
            knowing: InterceptRule.names)
        let rule = try InterceptRule(fields, id: 1)
        #expect(rule.fits(.request(Self.request)) == fits)
        #expect(rule.mayFit(Self.request, at: .request) || !fits)
        #expect(rule.json.text() == #"{"id":1,"controller":1,"filter":"\#(filter)"}"#)
    }

    @Test(arguments: [
        ("file=a.html", "file is a name without /"), ("content=YQ==&filter=a", "file is a name without /"),
        ("file=a/b.html&content=YQ==", "file is a name without /"),
        ("file=a.html&content=YQ==&address=http://a/", "address must be"),
        (
            "address=file:///etc/passwd",
            "address must be an http or https address without a name and password."
        ),
        ("address=a.example", "address must be an http or https address without a name and password."),
        ("address=http://u:p@a/", "address must be an http or https address without a name and password."),
        ("address=http://a/&stage=request", "stage is for rules that intercept."),
        (
            "address=http://a/&filter=body:x",
            "A rule that answers is chosen by a request's headers, not by its body."
        ),
        (
            "file=a.html&content=\(Base64.text([UInt8](repeating: 0, count: RuleAnswer.longestFile + 1)))",
            "file is a name without /, and content its bytes in Base64, up to 4 MiB."
        ),
    ])
    func `an invalid rule that answers is refused with a reason`(_ text: String, _ sentence: String) throws {
        let mistake = #expect(throws: ControlFields.Mistake.self) {
            try InterceptRule(Self.fields("controller=1&" + text), id: 1)
        }
        #expect(mistake?.sentence.hasPrefix(sentence) == true, "\(mistake?.sentence ?? "")")
    }

    @Test func `a rule that answers intercepts nothing, and is reported without its bytes`() throws {
        let rule = try InterceptRule(
            Self.fields("controller=1&file=a.html&content=YWI=&filter=method:POST+path:/news*"), id: 4)
        #expect(
            rule.answers(Self.request) && !rule.mayFit(Self.request) && !rule.fits(.request(Self.request)))
        #expect(!rule.answers(ServerRequest(target: "/news/today")))
        #expect(rule.note == "answered by rule 4: a.html")
        #expect(
            rule.json.text()
                == #"{"id":4,"controller":1,"file":"a.html","filter":"method:POST path:/news*"}"#)
    }

    @Test(arguments: ["filter=status:30", "filter=a&path=/b", "filter=requests+status:304"])
    func `an invalid filter is refused with a reason`(_ text: String) throws {
        #expect(throws: ControlFields.Mistake.self) {
            try InterceptRule(Self.fields("controller=1&" + text), id: 1)
        }
    }

    @Test func `arbitrary bytes give no rule and no crash`() throws {
        for seed in 0..<2000 {
            let bytes = (0..<seed % 40).map { UInt8(truncatingIfNeeded: ($0 &* 37 &+ seed) &* 101 >> 3) }
            for start in ["", "{", "controller=1&stage=request&", "{\"controller\":"] {
                // Any outcome is correct that is not a crash.
                _ = try? InterceptRule(
                    ControlFields(Array(start.utf8) + bytes, knowing: InterceptRule.names), id: 1)
            }
            // The same for heads.
            _ = try? Self.request.edited(InterceptEdit(head: bytes), .masked)
        }
    }

    // MARK: Edits

    private static func head(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    @Test func `a head round-trips through an edit, and masked secrets are restored`() throws {
        let told = EditedHead.bytes(Self.request.firstLine, Self.request.headers, .masked)
        #expect(
            String(decoding: told, as: UTF8.self)
                == "POST /news/today?x=1 HTTP/1.1\r\nHost: a.example\r\nUser-Agent: Phone Android 9\r\n"
                + "Cookie: a=***\r\nContent-Length: 6\r\n\r\n")
        #expect(try Self.request.edited(InterceptEdit(head: told), .masked) == Self.request)
        let edited = try Self.request.edited(
            InterceptEdit(
                head: Self.head("PUT /x HTTP/1.1\nHost: a.example\nCookie: a=***\nCookie: a=2\nX-New: 1\n\n"),
                body: [1, 2, 3]), .masked)
        #expect(edited.method == "PUT" && edited.target == "/x" && edited.body == [1, 2, 3])
        #expect(edited.client == "192.0.2.7")
        #expect(
            edited.headers.fields.map { "\($0.name): \($0.value)" }
                == ["Host: a.example", "Cookie: a=1", "Cookie: a=2", "X-New: 1", "Content-Length: 3"])
    }

    @Test(
        arguments: TableRow.rows(
            "an invalid request is refused", in: "Tests/ServerTests/SonicServer/sonicServer.table"))
    func `an invalid request is refused`(row: TableRow) {
        let text = row[1]
        #expect(throws: ControlFields.Mistake.self) {
            try Self.request.edited(InterceptEdit(head: Self.head(text)), .masked)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 99\n\n", "HTTP/1.1 101\n\n", "HTTP/1.1 600\n\n", "HTTP/1.1\n\n", "200 OK\n\n", "",
    ])
    func `an invalid response is refused`(_ text: String) {
        #expect(throws: ControlFields.Mistake.self) {
            try ServerResponse().edited(InterceptEdit(head: Self.head(text)), body: [], .masked)
        }
    }

    // MARK: Hashes

    private static let page = Array(
        "<title>a</title><!--sonicdiff-x-->1<!--sonicdiff-x-end--><p>t</p>".utf8)
    private static let other = Array(
        "<title>a</title><!--sonicdiff-x-->2<!--sonicdiff-x-end--><p>u</p>".utf8)

    private static func recomputed(
        _ original: ServerResponse, _ body: [UInt8]
    ) -> (response: ServerResponse, names: [String]) {
        let outcome = Recomputation(
            hashes: .nettle, headers: original.headers, body: original.bytes ?? [],
            page: original.prepared?.page
        ).applied(to: original.headers, body)
        var edited = original
        (edited.headers, edited.body) = (outcome.headers, .bytes(outcome.body))
        return (edited, outcome.names)
    }

    @Test(arguments: ["", "W/", "\""]) func `tags of an edited page are recomputed`(
        _ form: String
    ) {
        let responder = SonicResponder(hashes: .nettle)
        let asking = ServerRequest(target: "/", headers: Headers([HeaderField("accept-diff", "true")]))
        var original = responder.respond(with: Self.page, to: asking)
        let expected = responder.respond(with: Self.other, to: asking)
        func formed(_ tag: String?) -> String {
            form == "" ? tag ?? "" : form == "W/" ? "W/\"\(tag ?? "")\"" : "\"\(tag ?? "")\""
        }
        original.headers.replace("Etag", formed(original.headers.first("etag")))
        let (response, names) = Self.recomputed(original, Self.other)
        #expect(names == ["etag", "template-tag"])
        #expect(response.headers.first("etag") == formed(expected.headers.first("etag")))
        #expect(response.headers.first("template-tag") == expected.headers.first("template-tag"))
    }

    @Test func `the hash of an edited update is recomputed from the merged page`() throws {
        let responder = SonicResponder(hashes: .nettle)
        func ask(_ tag: String) -> ServerRequest {
            ServerRequest(
                target: "/",
                headers: Headers([HeaderField("accept-diff", "true"), HeaderField("template-tag", tag)]))
        }
        let tag = responder.respond(with: Self.page, to: ask("")).headers.first("template-tag") ?? ""
        let original = responder.respond(with: Self.page, to: ask(tag))
        let json = String(decoding: original.bytes ?? [], as: UTF8.self)
        let (response, names) = Self.recomputed(original, Array(json.replacing("-->1<", with: "-->9<").utf8))
        #expect(names == ["etag", "html-sha1"])
        let changed = Array(String(decoding: Self.page, as: UTF8.self).replacing("-->1<", with: "-->9<").utf8)
        let update = try DataUpdate(json: response.bytes ?? [])
        #expect(update.htmlSHA1 == Hashes.nettle.sha1(changed) && update.templateTag == tag)
        #expect(response.headers.first("etag") == Hashes.nettle.sha1(changed))
        #expect(response.headers.first("template-tag") == tag)
    }

    @Test func `values that were not correct hashes stay, as does an update of an unknown page`() {
        let own = ServerResponse(
            headers: Headers([HeaderField("ETag", "v1"), HeaderField("template-tag", "t1")]),
            body: .bytes(Self.page))
        #expect(Self.recomputed(own, Self.other).names == [])
        #expect(Self.recomputed(own, Self.other).response.headers == own.headers)
        let update = Array(#"{"data":{"{x}":"1"},"html-sha1":"a"}"#.utf8)
        #expect(Self.recomputed(ServerResponse(body: .bytes(update)), update).names == [])
    }
}
