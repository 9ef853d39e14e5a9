import TestSupport
import Testing

/// `sonic get --explain` and `--print`, and the same parts from `sonic cache show`.
@Suite struct ExplanationTests {
    private func page(_ text: String, _ template: String = "x") -> String {
        "<title>News</title>\n<p>\(template)\n<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->\n"
    }

    @Test func `an update is explained from the cache to the screen`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        let first = try await site.sonic("get", url, "--explain")
        #expect(first.status == .exited(0))
        #expect(first.output.contains("no copy is stored\n"))
        #expect(first.output.contains("\n  yes  sonic-page: "))

        try site.folder.write(page("two"), to: "a.html")
        let told = try await site.sonic("get", url, "--explain").output
        let steps = told.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(
            steps == [
                "Cached", "Asked", "Answered", "Classified", "Verified", "Decided", "Stored", "Shown",
                "Outcome", "Found",
            ])
        // The page is smaller than any update of it.
        #expect(told.contains("\n  warning update-larger-than-page: "))
        #expect(told.contains("\n  HTTP/1.1 200 OK\n"))
        #expect(told.contains("\n  accept-diff: true\n      ^ servers use Sonic"))
        #expect(told.contains("\n  yes  data-update: "))
        #expect(told.contains("      ^ html-sha1 in the update: "))
        #expect(told.contains("  the blocks that changed: a\n"))
    }

    @Test func `a refused update is explained with both requests`() async throws {
        let site = try await Site.demo()
        let url = site.address + "/faults/wrong-hash"
        _ = try await site.sonic("get", url)
        let told = try await site.sonic("get", url, "--explain").output
        #expect(
            told.contains("what the update claims: 0000000000000000000000000000000000000000 differs\n"))
        #expect(told.contains("\nAsked (request 2)\n"))
    }

    @Test func `servers cannot inject escape sequences`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nX-Odd: \u{1B}]0;t\u{07}\r\nContent-Length: 2\r\n\r\nok"
        let server = RawServer([.readRequest, .send(Array(answer.utf8)), .awaitHangUp])
        let folder = try TemporaryFolder()
        let told = try await run(
            binary(named: "sonic"), ["get", "http://127.0.0.1:\(server.port)/", "--explain"],
            environment: Site.environment(folder))
        #expect(told.output.contains("X-Odd"))
        #expect(!told.outputBytes.contains(0x1B) && !told.outputBytes.contains(0x07))
    }

    @Test func `each part is printed byte for byte, and nothing else`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        let whole = try await site.sonic("get", url, "--print", "body")
        #expect(whole.outputBytes == Array(page("one").utf8) && whole.errors == "")
        try site.folder.write(page("two"), to: "a.html")
        let update = try await site.sonic("get", url, "--print", "update")
        #expect(update.output.hasPrefix("{\"data\":{\"{title}\":") && update.output.hasSuffix("}"))
        // Now the stored page is up to date.
        #expect(try await site.sonic("get", url, "--print", "merged").outputBytes == Array(page("two").utf8))
        #expect(
            try await site.sonic("get", url, "--print", "template").output == "{title}\n<p>x\n{a}\n")
        #expect(
            try await site.sonic("get", url, "--print", "data").output
                == #"{"{title}":"<title>News</title>","{a}":"<!--sonicdiff-a-->two<!--sonicdiff-a-end-->"}"#)
        let head = try await site.sonic("get", url, "--print", "headers")
        #expect(head.output.hasPrefix("HTTP/1.1 304 ") && head.output.hasSuffix("\r\n\r\n"))
        for (part, why) in [("body", "a 304 has no body"), ("update", "no update received (allCached)")] {
            let none = try await site.sonic("get", url, "--print", part)
            #expect(none.status == .exited(1) && none.outputBytes == [])
            #expect(none.errors.contains(why))
        }
        let odd = try await site.sonic("get", url, "--print", "soul")
        #expect(odd.status == .exited(2) && odd.errors.contains("--print takes one of body, template"))
    }

    @Test func `a diff can be applied with patch`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        _ = try await site.sonic("get", url)
        try site.folder.write(page("two", "y"), to: "a.html")
        #expect(
            try await site.sonic("get", url, "--print", "diff").output == """
                --- version 1
                +++ templateChange
                @@ -1,3 +1,3 @@
                 <title>News</title>
                -<p>x
                -<!--sonicdiff-a-->one<!--sonicdiff-a-end-->
                +<p>y
                +<!--sonicdiff-a-->two<!--sonicdiff-a-end-->

                """)
        #expect(try await site.sonic("get", url, "--print", "diff").outputBytes == [])
    }

    @Test func `the body of an error is printed, with exit status 1`() async throws {
        let site = try await Site.serving([:])
        let told = try await site.sonic("get", site.address + "/none", "--print", "body")
        #expect(told.status == .exited(1) && told.output.contains("<"))
        #expect(told.errors.contains("404"))
    }

    @Test func `the same parts are available for stored versions`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        _ = try await site.sonic("get", url)
        try site.folder.write(page("two"), to: "a.html")
        _ = try await site.sonic("get", url)
        func shown(_ words: String...) async throws -> Finished {
            try await run(
                binary(named: "sonic"), ["cache", "show", url] + words, environment: site.environment)
        }
        #expect(try await shown("merged").outputBytes == Array(page("two").utf8))
        #expect(try await shown("merged", "--version", "1").outputBytes == Array(page("one").utf8))
        #expect(try await shown("template", "--version", "1").output == "{title}\n<p>x\n{a}\n")
        #expect(try await shown("data").output.contains("two<!--sonicdiff-a-end-->"))
        #expect(try await shown("headers").output.contains("template-tag: "))
        #expect(try await shown("diff").output.hasPrefix("--- version 1\n+++ version 2\n@@ "))
        let first = try await shown("diff", "--version", "1")
        #expect(first.status == .exited(1) && first.errors.contains("no version before"))
        let none = try await shown("merged", "--version", "9")
        #expect(none.status == .exited(1) && none.outputBytes == [])
        #expect(none.errors.contains("version 9"))
        #expect(try await shown("update").status == .exited(2))
    }
}
