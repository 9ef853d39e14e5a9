import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// How reference servers handle unusual pages, and how a session handles their updates
/// (docs/reference/protocol.md#quirks). Each case is an update as that server sends it.
@Suite struct ServerQuirkTests {
    /// An update as one server sends it.
    struct Quirk: Sendable, CustomTestStringConvertible {
        /// The server and what it does.
        let testDescription: String
        /// The stored page.
        let old: String
        /// The current page.
        let new: String
        /// `data` as the server sends it, keys with braces; nil for an empty body.
        let data: KeyValuePairs<String, String>?
        /// The page whose SHA-1 the server names; nil for that of `new`.
        var hashed: String?
        /// The server's template tag.
        var templateTag = "0123456789012345678901234567890123456789"
        /// How much of the body arrives; nil for all.
        var length: Int?
        /// Blocks that changed, or why the update cannot be used.
        let expected: Expected

        enum Expected: Sendable, Equatable {
            case patched([String])
            case refused(String)
        }
    }

    private static func block(_ name: String, _ text: String) -> String {
        "<!--sonicdiff-\(name)-->\(text)<!--sonicdiff-\(name)-end-->"
    }

    private static let unnamed = [
        "<!--sonicdiff-->1<!--sonicdiff-end-->", "<!--sonicdiff-->2<!--sonicdiff-end-->",
    ]
    private static let title = "<title>Harbour</title>"
    private static let emptyTag = Sample.sha1("")
    private static let wrongHash = "merge(wrongHash("

    private static let quirks: [Quirk] = [
        Quirk(
            testDescription: "PHP: an empty body for a page that is not UTF-8",
            old: block("a", "1"), new: block("a", "2"), data: nil, expected: .refused("body(empty)")),
        Quirk(
            testDescription:
                "PHP: a block too large for its expression, the tag of nothing and data without it",
            old: title + block("a", "1"), new: title + block("a", "2"), data: ["{title}": title],
            templateTag: emptyTag, expected: .refused("merge(missing([a]")),
        Quirk(
            testDescription: "PHP: a page with a title and no blocks",
            old: title + "x", new: "<title>Pier</title>x", data: ["{title}": "<title>Pier</title>"],
            expected: .patched(["title"])),
        Quirk(
            testDescription: "PHP and Java: a second title in the template, counted into the tag as {title}",
            old: title + "<svg><title>i</title></svg>" + block("a", "1"),
            new: title + "<svg><title>i</title></svg>" + block("a", "2"),
            data: ["{title}": title, "{a}": block("a", "2")], expected: .patched(["a"])),
        Quirk(
            testDescription: "PHP and Java: a second title in a block, lost in the data",
            old: title + block("a", "<svg><title>i</title></svg>1"),
            new: title + block("a", "<svg><title>i</title></svg>2"),
            data: ["{title}": title, "{a}": block("a", "<svg>{title}</svg>2")], expected: .refused(wrongHash)),
        Quirk(
            testDescription: "PHP and Java: one block without a name, under {}",
            old: unnamed[0], new: unnamed[1], data: ["{}": unnamed[1], "{title}": ""],
            expected: .patched(["auto0"])),
        Quirk(
            testDescription: "PHP and Java: of two blocks without a name only the last",
            old: unnamed[0] + unnamed[0], new: unnamed[0] + unnamed[1],
            data: ["{}": unnamed[1], "{title}": ""],
            expected: .refused(wrongHash)),
        Quirk(
            testDescription: "Node: blocks without a name are numbered",
            old: unnamed[0] + unnamed[0], new: unnamed[0] + unnamed[1],
            data: ["{auto0}": unnamed[0], "{auto1}": unnamed[1], "{title}": ""], expected: .patched(["auto1"])
        ),
        Quirk(
            testDescription: "all: of two blocks of one name only the last",
            old: block("a", "1") + block("a", "1"), new: block("a", "2") + block("a", "3"),
            data: ["{a}": block("a", "3"), "{title}": ""], expected: .refused(wrongHash)),
        Quirk(
            testDescription: "all: a block named title takes the title's place in the data",
            old: title + block("title", "1"), new: title + block("title", "2"),
            data: ["{title}": block("title", "2")], expected: .refused(wrongHash)),
        Quirk(
            testDescription: "Node: a block named __proto__ is missing from the data",
            old: block("__proto__", "1") + block("a", "1"), new: block("__proto__", "1") + block("a", "2"),
            data: ["{a}": block("a", "2"), "{title}": ""], expected: .patched(["a"])),
        Quirk(
            testDescription: "PHP and Java: a block named __proto__ is one like any other",
            old: block("__proto__", "1"), new: block("__proto__", "2"),
            data: ["{title}": "", "{__proto__}": block("__proto__", "2")], expected: .patched(["__proto__"])),
        Quirk(
            testDescription: "Node: names that are numbers come first",
            old: block("b", "1") + block("10", "1") + block("2", "1"),
            new: block("b", "2") + block("10", "1") + block("2", "2"),
            data: ["{2}": block("2", "2"), "{10}": block("10", "1"), "{title}": "", "{b}": block("b", "2")],
            expected: .patched(["b", "2"])),
        Quirk(
            testDescription: "Node: U+2028 as it is",
            old: block("a", "1"), new: block("a", "\u{2028}\u{2029}"),
            data: ["{a}": block("a", "\u{2028}\u{2029}"), "{title}": ""], expected: .patched(["a"])),
        Quirk(
            testDescription:
                "Node: bytes that are no UTF-8 are sent as U+FFFD, and the page as it was is hashed",
            old: block("a", "\u{FFFD}1"), new: block("a", "\u{FFFD}2"),
            data: ["{a}": block("a", "\u{FFFD}2"), "{title}": ""], hashed: "bytes of another encoding",
            expected: .refused(wrongHash)),
        Quirk(
            testDescription: "Java: bytes that are no UTF-8 become U+FFFD before anything is hashed",
            old: block("a", "\u{FFFD}1"), new: block("a", "\u{FFFD}2"),
            data: ["{a}": block("a", "\u{FFFD}2"), "{title}": ""], expected: .patched(["a"])),
        Quirk(
            testDescription: "Java: a <TITLE> stays in the template and is among the data all the same",
            old: "<TITLE>a</TITLE>" + block("a", "1"), new: "<TITLE>a</TITLE>" + block("a", "2"),
            data: ["{a}": block("a", "2"), "{title}": "<TITLE>a</TITLE>"], expected: .patched(["a"])),
        Quirk(
            testDescription: "Java: blocks of a page that was asked for at the same time",
            old: block("a", "1") + block("b", "1"), new: block("a", "2") + block("b", "1"),
            data: [
                "{a}": block("a", "2"), "{b}": block("b", "1"), "{menu}": block("menu", "x"), "{title}": "",
            ],
            expected: .patched(["a"])),
        Quirk(
            testDescription: "Java: blocks lost to a page that was asked for at the same time",
            old: block("a", "1") + block("b", "1"), new: block("a", "2") + block("b", "1"),
            data: ["{b}": block("b", "1"), "{title}": ""], expected: .refused("merge(missing([a]")),
        Quirk(
            testDescription: "Java: another page's block under our block's name",
            old: block("a", "1"), new: block("a", "2"), data: ["{a}": block("a", "x"), "{title}": ""],
            expected: .refused(wrongHash)),
        Quirk(
            testDescription: "Java: JSON cut at the length of the page",
            old: block("a", "1"), new: block("a", "2"), data: ["{a}": block("a", "2"), "{title}": ""],
            length: 40,
            expected: .refused("body(malformed(it ends too early, at byte 40, line 1))")),
    ]

    @Test(arguments: quirks) func `an update patches the page or is rejected with the reason`(_ quirk: Quirk)
    {
        let claimed = Sample.sha1(quirk.hashed ?? quirk.new)
        var body = ""
        if let data = quirk.data {
            let members = data.map { JSONValue.Member($0.key, .string($0.value)) }
            let json: JSONValue = [
                "data": .object(members), "template-tag": .string(quirk.templateTag),
                "html-sha1": .string(claimed), "diff": "",
            ]
            body = String(json.text().prefix(quirk.length ?? .max))
        }
        func head(_ change: String) -> String {
            "200 OK\nEtag: \(claimed)\ntemplate-tag: \(quirk.templateTag)\ntemplate-change: \(change)\n"
                + "Cache-Offline: true\nContent-Type: text/html"
        }
        var stored = Sample.stored(quirk.old)
        stored.version.templateTag = quirk.templateTag
        var play = Play(
            stored: stored, [.answer(head("false"), body: body), .answer(head("true"), body: quirk.new)])
        let asked = play.run().split(separator: "\n").filter { $0.hasPrefix("ask ") }
        #expect(play.commits.map(\.html) == [Array(quirk.new.utf8)])
        switch quirk.expected {
        case .patched(let blocks):
            #expect(play.result?.outcome == .dataUpdate)
            #expect(play.result?.changedBlocks == blocks)
            #expect(asked.count == 1)
        case .refused(let reason):
            #expect(play.result?.outcome == .templateChange)
            #expect(play.reasonCase.contains("withoutTags(" + reason), "\(play.reasonCase)")
            #expect(asked.count == 2 && asked.last == "ask http://news.example/ accept-diff")
        }
    }

    @Test func `cache-offline from Java's filter on other responses changes nothing`() {
        check(
            [.answer(Sample.head(v1).replacing("text/html", with: "text/css"), body: "p{}")],
            """
            ask http://news.example/ accept-diff
            piece of 1 bytes
            piece of 2 bytes
            show page of 3 bytes
            write commit 3 bytes
            end plain -: plain(notHTML(text/css), isStoredCopy: false)
            """)
        check(
            [.answer("200 OK\nCache-Offline: true\nContent-Type: image/png", body: "png")],
            """
            ask http://news.example/ accept-diff
            piece of 1 bytes
            piece of 2 bytes
            show page of 3 bytes
            write commit 3 bytes
            end plain -: plain(notHTML(image/png), isStoredCopy: false)
            """)
        check(
            stored: Sample.stored(v1), [.answer("404 Not Found\nCache-Offline: true", body: "gone")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            end failed -: errorStatus(status: 404, phrase: Not Found, url: http://news.example/, purpose: \
            ordinary, challenge: -, shown: storedPage)
            """.filled)
        check(
            [.answer("302 Found\nCache-Offline: true\nLocation: /b", body: ""), Sample.full(v1)],
            """
            ask http://news.example/ accept-diff
            redirected 302 to http://news.example/b
            ask http://news.example/b accept-diff
            piece of 50 bytes
            piece of 50 bytes
            show page of 100 bytes
            write commit 100 bytes, http://news.example/ leads to http://news.example/b
            end firstLoad 1000: firstLoad((change: true, etag: X1, sha1: X1, purpose: ordinary), noCopy)
            """.filled)
    }

    @Test func `two cache-offline headers from Java in a 304 keep the stored page`() {
        check(
            stored: Sample.stored(v1),
            [.answer("304 Not Modified\nCache-Offline: true\nCache-Offline: store", body: "")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            write renew 3
            end allCached 304: notModified(etag: X1)
            """.filled)
    }

    @Test func `an update identical to the stored page is all cached`() {
        check(
            stored: Sample.stored(v1), [Sample.data(v1)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            write renew 3
            end allCached 304: sameData(declared(false), htmlSHA1(X1))
            """.filled)
    }

    @Test func `a page without blocks from Node is sent in full under the same template tag`() {
        let now = "<title>N</title>new"
        let tag = Sample.templateTag("<title>N</title>new")
        var stored = Sample.stored("<title>O</title>new")
        stored.version.templateTag = tag
        var play = Play(stored: stored, [Sample.full(now)])
        _ = play.run()
        #expect(play.result?.outcome == .templateChange)
        #expect(play.result?.changedBlocks == ["title"])
        #expect(play.result?.reason.fullPageCause == .sameTemplate(tag: tag))
        #expect(play.commits.map(\.html) == [Array(now.utf8)])
    }

    @Test func `an update's content type does not become the page's`() {
        let head = Sample.head(v2, change: "false").replacing("text/html", with: "text/html; charset=latin1")
        var stored = Sample.stored(v1)
        stored.version.headers = Headers([HeaderField("Content-Type", "text/html; charset=utf-8")])
        var play = Play(stored: stored, [.answer(head, body: Sample.update(v2))])
        _ = play.run()
        #expect(play.commits.map { $0.headers.first("content-type") } == ["text/html; charset=utf-8"])
    }
}
