import FoundationEssentials
import TestSupport
import Testing

/// What `x` saves, and that the files contain it.
@Suite struct ExportTests {
    private func page(_ text: String) -> String {
        "<title>News</title>\n<p>x\n<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->\n"
    }

    private func save(_ pty: Pty, _ keys: String, as path: String) async throws {
        await pty.send(keys)
        _ = try await pty.waitUntil(contains: "File for ")
        await pty.press(.control("u"))
        await pty.send(path)
        await pty.press(.enter)
    }

    @Test func `saved sessions replay with the same outcomes`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        let pty = try Pty(
            binary(named: "sonic"), [url, "-H", "Cookie: a=hidden"], environment: site.environment, rows: 30,
            columns: 120)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        try site.folder.write(page("two"), to: "a.html")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "DATA UPDATE")
        let (one, all) = (site.home.path("one.har"), site.home.path("all.har"))
        try await save(pty, "xs", as: one)
        _ = try await pty.waitUntil(contains: "1 session, secrets masked.")
        try await save(pty, "xa", as: "~/all.har")
        _ = try await pty.waitUntil(contains: "2 sessions, secrets masked.")
        let update = try await site.sonic("replay", one)
        #expect(update.output.hasPrefix("dataUpdate (200)") && !update.output.contains("recorded:"))
        let both = try await site.sonic("replay", all)
        #expect(both.output.hasPrefix("firstLoad (1000)") && both.output.contains("\ndataUpdate (200)"))
        #expect(!both.output.contains("recorded:"))
        let text = try String(contentsOfFile: all, encoding: .utf8)
        #expect(text.contains("a=***") && !text.contains("hidden"))
        let attributes = try FileManager.default.attributesOfItem(atPath: all)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        try await save(pty, "xms", as: one)
        _ = try await pty.waitUntil(contains: "Replace the file ")
        await pty.send("n")
        _ = try await pty.waitUntil(contains: "Nothing was saved.")
        #expect(try String(contentsOfFile: one, encoding: .utf8).contains("a=***"))
        try await save(pty, "xms", as: one)
        _ = try await pty.waitUntil(contains: "Replace the file ")
        await pty.send("y")
        _ = try await pty.waitUntil(contains: "1 session, secrets included.")
        #expect(try String(contentsOfFile: one, encoding: .utf8).contains("a=hidden"))
    }

    @Test func `a page is saved byte for byte and as text`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: 24,
            columns: 160)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        try await save(pty, "xh", as: site.home.path("a.html"))
        _ = try await pty.waitUntil(contains: "the page as sent.")
        #expect(try String(contentsOfFile: site.home.path("a.html"), encoding: .utf8) == page("one"))
        try await save(pty, "xt", as: site.home.path("a.txt"))
        _ = try await pty.waitUntil(contains: "the page as text.")
        #expect(try String(contentsOfFile: site.home.path("a.txt"), encoding: .utf8) == "x one\n")
        try await save(pty, "xt", as: site.home.path("none/a.txt"))
        _ = try await pty.waitUntil(contains: "cannot be written: No such file or directory")
        let names = try FileManager.default.contentsOfDirectory(atPath: site.home.path)
        #expect(names.filter { $0.hasPrefix("a.") }.sorted() == ["a.html", "a.txt"])
    }
}
