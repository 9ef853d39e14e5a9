import Exchanges
import SonicProtocol
import TestSupport
import Testing

@testable import Workbench

/// Request files, as editors keep them.
@Suite struct RequestFileTests {
    @Test func `requests are separated by lines of three number signs, with names and comments`() throws {
        let file = try RequestFile(
            """
            # What the shop can do
            GET https://shop.example/plants HTTP/1.1
            Accept: application/json

            ### order a tulip
            // with a comment
            POST https://shop.example/orders
            Content-Type: application/json
            # and another
            X-Empty:

            {"plant": "tulip"}
            # not a comment here

            ###
            # @name home
            https://shop.example/
            """)
        #expect(file.entries.map(\.name) == ["", "order a tulip", "home"])
        #expect(
            file.entries.map(\.request.firstLine) == [
                "GET https://shop.example/plants", "POST https://shop.example/orders",
                "GET https://shop.example/",
            ])
        let order = file.entries[1].request
        #expect(
            order.headers.fields.map(MessageLines.line) == ["Content-Type: application/json", "X-Empty:"])
        #expect(order.textBody == "{\"plant\": \"tulip\"}\n# not a comment here")
        #expect(file.entries[2].request.body.isEmpty)
    }

    @Test func `a saved file is read back unchanged`() throws {
        let request = Request(
            method: "PUT", url: try #require(WebURL("http://a.example/x?y=1")),
            headers: Headers([HeaderField("A", "1"), HeaderField("a", "2")]),
            body: Array("one\r\n\ntwo".utf8))
        let read = try RequestFile(request.fileText).request(nil)
        #expect(read.firstLine == request.firstLine && read.headers == request.headers)
        #expect(read.textBody == "one\n\ntwo")
    }

    @Test(
        arguments: TableRow.rows(
            "an invalid request is reported", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `an invalid request is reported with its line`(row: TableRow) {
        let (text, line, words) = (row[1], Int(row[2]) ?? 0, row[3])
        let mistake = #expect(throws: MessageMistake.self) { try RequestFile(text) }
        #expect(mistake?.line == line && mistake?.words.hasPrefix(words) == true, "\(mistake?.words ?? "")")
    }

    @Test func `one of several requests is selected by its number`() throws {
        let file = try RequestFile("http://a.example/1\n### second\nPOST http://a.example/2")
        #expect(try file.request(2).firstLine == "POST http://a.example/2")
        for number in [nil, 0, 3] {
            let mistake = #expect(throws: MessageMistake.self) { try file.request(number) }
            #expect(
                mistake?.description
                    == (number.map { "request \($0) does not exist; the last one is 2" }
                        ?? "several requests; add the number of one: #1 GET http://a.example/1, #2 second"))
        }
        #expect(try RequestFile("http://a.example/1").request(nil).method == "GET")
        let parts = ["a.http", "a.http#2", "a#b.http"].map(RequestFile.reference)
        #expect(
            parts.map(\.path) == ["a.http", "a.http", "a#b.http"] && parts.map(\.number) == [nil, 2, nil])
    }
}
