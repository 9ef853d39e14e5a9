import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

@Suite struct FolderSiteTests {
    private let outside: TemporaryFolder
    private let site: FolderSite
    private var folder: String { outside.path("site") }

    init() throws {
        outside = try TemporaryFolder()
        try outside.write("secret", to: "secret.txt")
        try outside.write("neighbour", to: "site-neighbour/file.txt")
        try outside.write("<title>Home</title>", to: "site/index.html")
        try outside.write("plain text", to: "site/notes.txt")
        try outside.write("hidden", to: "site/.hidden")
        try outside.write("hidden", to: "site/.git/config")
        try outside.write("<p>a</p>", to: "site/sub/a page.html")
        try outside.write("b", to: "site/sub/<b>.txt")
        try outside.write("中", to: "site/sub/中文.txt")
        site = try FolderSite(path: outside.path("site"), hashes: .nettle) { Clock.now }
    }

    private func response(
        _ target: String, method: String = "GET", _ fields: [HeaderField] = []
    ) -> ServerResponse? {
        let answer = site.answer(ServerRequest(method: method, target: target, headers: Headers(fields)))
        if case .response(let response) = answer { return response }
        return nil
    }

    /// The body as text, files read and closed.
    private func text(_ response: ServerResponse?) -> String? {
        switch response?.body {
        case .bytes(let bytes)?: String(decoding: bytes, as: UTF8.self)
        case .file(let descriptor, _, _)?:
            ServedFolder.contents(of: descriptor, limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
        case .pieces?, .truncated?, .reset?, .overrun?, .endless?, .streamed?, nil: nil
        }
    }

    @Test func `a folder's index page is served for it`() {
        let answer = response("/", [HeaderField("accept-diff", "true")])
        #expect(text(answer) == "<title>Home</title>")
        #expect(answer?.headers.contains("template-tag") == true)
    }

    @Test func `other files are sent unchanged, with their type`() {
        let answer = response("/notes.txt", [HeaderField("accept-diff", "true")])
        #expect(answer?.headers.first("Content-Type") == "text/plain; charset=utf-8")
        #expect(answer?.headers.contains("template-tag") == false)
        #expect(text(answer) == "plain text")
    }

    @Test func `an edited page is the next data update`() throws {
        func page(_ text: String) -> String { "<p><!--sonicdiff-a-->\(text)<!--sonicdiff-a-end--></p>" }
        try outside.write(page("one"), to: "site/live.html")
        let first = response("/live.html", [HeaderField("accept-diff", "true")])
        let tags = [
            HeaderField("accept-diff", "true"),
            HeaderField("template-tag", first?.headers.first("template-tag") ?? ""),
            HeaderField("If-None-Match", first?.headers.first("Etag") ?? ""),
        ]
        #expect(response("/live.html", tags)?.status == 304)
        try outside.write(page("two"), to: "site/live.html")
        let update = response("/live.html", tags)
        #expect(update?.headers.first("template-change") == "false")
        #expect(text(update)?.contains("two") == true)
        try outside.write("<div>\(page("two"))</div>", to: "site/live.html")
        #expect(response("/live.html", tags)?.headers.first("template-change") == "true")
    }

    @Test func `a folder without an index page is listed, with names escaped and encoded`() {
        let listing = text(response("/sub/")) ?? ""
        #expect(listing.contains(#"<a href="a%20page.html">a page.html</a>"#))
        #expect(listing.contains(#"<a href="%3Cb%3E.txt">&lt;b&gt;.txt</a></td><td>1 byte</td>"#))
        #expect(listing.contains(#"<a href="%E4%B8%AD%E6%96%87.txt">中文.txt</a>"#))
        #expect(text(response("/sub/%3Cb%3E.txt")) == "b")
        #expect(text(response("/sub/%e4%b8%ad%E6%96%87.txt")) == "中")
    }

    @Test func `a folder requested without its slash is redirected`() {
        let answer = response("/sub?x=1")
        #expect(answer?.status == 301)
        #expect(answer?.headers.first("Location") == "/sub/?x=1")
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/sub/../../secret.txt", "/sub/..",
        "/.%2e/secret.txt", "/.hidden", "/%2ehidden", "/.git/config", "/.git/", "//", "//secret.txt",
        "/notes.txt/", "/notes.txt/x", "/sub//x", "/%00", "/notes.txt%00.html", "/%zz", "/%4", "/%ff",
        "/../site-neighbour/file.txt", "/sub\\..\\..\\secret.txt", "/./notes.txt", "notes.txt", "*",
        "/%252e%252e/secret.txt", "/%25%32%65%25%32%65/secret.txt", "/..%252fsecret.txt",
        "/%c0%ae%c0%ae/secret.txt",
        "/%e0%80%ae%e0%80%ae/secret.txt", "/sub/%2e%2e/%2e%2e/secret.txt", "/...", "/....//secret.txt",
        "/%2f",
        "/sub%2fa%20page.html", "/etc/passwd", "//etc/passwd", "/%2fetc/passwd", "/proc/self/environ",
        "http://localhost/../secret.txt", "/\(String(repeating: "a/", count: 3000))",
        "/\(String(repeating: "a", count: 5000))", "/notes.txt\u{0}",
    ])
    func `path traversal is a 404`(_ target: String) {
        #expect(response(target)?.status == 404, "\(target)")
    }

    @Test func `an absolute-form target is served by its path`() {
        #expect(text(response("http://localhost:1/notes.txt?q")) == "plain text")
        #expect(response("http://localhost:1")?.status == 200)
    }

    @Test func `symbolic links cannot leave the folder`() {
        symlink("../secret.txt", folder + "/out.txt")
        symlink("..", folder + "/up")
        symlink("/etc", folder + "/etc")
        symlink(".hidden", folder + "/shown.txt")
        symlink("../site-neighbour", folder + "/neighbour")
        symlink("loop", folder + "/loop")
        symlink("notes.txt", folder + "/inside.txt")
        for path in [
            "/out.txt", "/up/secret.txt", "/up/", "/etc/passwd", "/shown.txt", "/neighbour/file.txt", "/loop",
        ] {
            #expect(response(path)?.status == 404, "\(path)")
        }
        #expect(text(response("/inside.txt")) == "plain text")
        unlink(folder + "/index.html")
        let listing = text(response("/")) ?? ""
        #expect(listing.contains("inside.txt"))
        for name in ["out.txt", "etc", "shown", "neighbour", "loop", "hidden", "git"] {
            #expect(!listing.contains(name), "\(name)")
        }
    }

    @Test func `symbolic links within the folder are followed, also to folders`() throws {
        symlink("sub", folder + "/again")
        symlink(folder + "/notes.txt", folder + "/absolute.txt")
        symlink("../again/../notes.txt", folder + "/sub/far.txt")
        for path in ["/absolute.txt", "/sub/far.txt", "/again/far.txt"] {
            #expect(text(response(path)) == "plain text", "\(path)")
        }
        #expect(response("/again")?.headers.first("Location") == "/again/")
        #expect(text(response("/again/"))?.contains("far.txt") == true)
        // A cached page is checked again once its folder was moved outside.
        try outside.write("<p>moved", to: "site/sub/kept.html")
        #expect(text(response("/again/kept.html")) == "<p>moved")
        rename(folder + "/sub", outside.path("elsewhere"))
        symlink("../elsewhere", folder + "/sub")
        for path in ["/sub/kept.html", "/again/kept.html", "/sub/", "/again/far.txt"] {
            #expect(response(path)?.status == 404, "\(path)")
        }
    }

    @Test func `a link that replaces a folder during a read cannot leave the site`() async throws {
        try outside.write("inside", to: "site/shared/secret.txt")
        let (shared, hidden, link) = (folder + "/shared", folder + "/.shared", outside.path("link"))
        symlink("..", link)
        let changing = Task.detached {
            for _ in 0..<2000 {
                rename(shared, hidden)
                rename(link, shared)
                rename(shared, link)
                rename(hidden, shared)
            }
        }
        var seen: [String: Int] = [:]
        for _ in 0..<4000 {
            let answer = response("/shared/secret.txt")
            seen[answer?.status == 404 ? "nothing" : text(answer) ?? "", default: 0] += 1
        }
        await changing.value
        #expect(Set(seen.keys).isSubset(of: ["inside", "nothing"]), "\(seen)")
        #expect(text(response("/shared/secret.txt")) == "inside")
    }

    @Test func `pipes and devices are not served`() {
        mkfifo(folder + "/pipe", 0o600)
        #expect(response("/pipe")?.status == 404)
    }

    @Test func `only GET and HEAD are allowed`() {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "get"] {
            let answer = response("/notes.txt", method: method)
            #expect(answer?.status == 405 && answer?.headers.first("Allow") == "GET, HEAD", "\(method)")
        }
    }

    @Test func `an error page shows a hostile path escaped`() {
        let answer = text(response("/<script>alert(1)</script>"))
        #expect(answer?.contains("&lt;script&gt;") == true && answer?.contains("<script>") == false)
    }

    @Test func `a missing folder is reported`() throws {
        #expect(throws: FolderSite.Failure.unreadable(path: "/no/such", reason: "No such file or directory"))
        {
            try FolderSite(path: "/no/such", hashes: .nettle) { Clock.now }
        }
        #expect(
            throws: FolderSite.Failure.unreadable(path: folder + "/notes.txt", reason: "Not a directory")
        ) {
            try FolderSite(path: folder + "/notes.txt", hashes: .nettle) { Clock.now }
        }
    }

    @Test func `sizes are shown in whole units`() {
        #expect(FolderSite.size(0) == "0 bytes")
        #expect(FolderSite.size(10_239) == "10239 bytes")
        #expect(FolderSite.size(10_240) == "10 KB")
        #expect(FolderSite.size(20 << 30) == "20 GB")
        #expect(FolderSite.size(.max).hasSuffix(" GB"))
    }
}
