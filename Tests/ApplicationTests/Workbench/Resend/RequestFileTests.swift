import SonicProtocol
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
            file.entries.map(\.draft.firstLine) == [
                "GET https://shop.example/plants", "POST https://shop.example/orders",
                "GET https://shop.example/",
            ])
        let order = file.entries[1].draft
        #expect(order.fields.map(RequestDraft.line) == ["Content-Type: application/json", "X-Empty:"])
        #expect(order.textBody == "{\"plant\": \"tulip\"}\n# not a comment here")
        #expect(file.entries[2].draft.body.isEmpty)
    }

    @Test func `a saved file is read back unchanged`() throws {
        let draft = RequestDraft(
            Request(
                method: "PUT", url: try #require(WebURL("http://a.example/x?y=1")),
                headers: Headers([HeaderField("A", "1"), HeaderField("a", "2")]),
                body: Array("one\r\n\ntwo".utf8)))
        let body = try RequestFile(draft.text).draft(nil)
        #expect(body.firstLine == draft.firstLine && body.fields == draft.fields)
        #expect(body.textBody == "one\n\ntwo")
    }

    @Test(arguments: [
        ("", "Line 1: the file contains no request."),
        ("# only words\n\n###\n", "Line 1: the file contains no request."),
        ("\n# x\nGET ftp://a.example/", "Line 3: requests go to http or https addresses."),
        (
            "GET http://a.example/\nA: 1\nno colon",
            "Line 3: a header is “Name: value”, and “no colon” has no colon."
        ),
        ("GET http://{{host}}/x", "Line 1: “{{host}}/x” is a variable, which is not supported."),
        ("POST http://a.example/\n\n< ./body.json", "Line 3: “< ./body.json” takes the body from a file"),
    ])
    func `an invalid request is reported with its line`(text: String, words: String) throws {
        do throws(RequestDraft.Mistake) {
            _ = try RequestFile(text)
            Issue.record("it was read")
        } catch {
            #expect(error.words.hasPrefix(words), "\(error.words)")
        }
    }

    @Test func `one of several requests is selected by its number`() throws {
        let file = try RequestFile("http://a.example/1\n### second\nPOST http://a.example/2")
        #expect(try file.draft(2).firstLine == "POST http://a.example/2")
        for number in [nil, 0, 3] {
            do throws(RequestDraft.Mistake) {
                _ = try file.draft(number)
                Issue.record("\(number ?? -1) was found")
            } catch {
                #expect(
                    error.words
                        == (number.map { "request \($0) does not exist; the last one is 2." }
                            ?? "several requests; add the number of one: #1 GET http://a.example/1, #2 second.")
                )
            }
        }
        #expect(try RequestFile("http://a.example/1").draft(nil).method == "GET")
        let parts = ["a.http", "a.http#2", "a#b.http"].map(RequestFile.reference)
        #expect(
            parts.map(\.path) == ["a.http", "a.http", "a#b.http"] && parts.map(\.number) == [nil, 2, nil])
    }
}
