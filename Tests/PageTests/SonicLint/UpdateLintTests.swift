import SessionWords
import SonicLint
import SonicProtocol
import Testing

@Suite struct UpdateLintTests {
    private static let page = page("1")

    /// The page with this content of its block.
    private static func page(_ data: String) -> String { "<title>T</title>\n" + block(data) + "\n" }

    private static func block(_ data: String) -> String {
        "<!--sonicdiff-a-->\(data)<!--sonicdiff-a-end-->"
    }

    /// An update with this data of the block.
    private static func update(_ block: String, sha1: String, name: String = "a") -> String {
        #"{"data":{"{title}":"<title>T</title>","{\#(name)}":"\#(block)"},"template-tag":"t","html-sha1":"\#(sha1)"}"#
    }

    private static func sha1(_ text: String) -> String { Hashes.plainSwift.sha1(Array(text.utf8)) }

    private func found(
        _ update: String, _ page: String = UpdateLintTests.page, _ lines: [String]? = nil,
        request: Headers = Headers()
    ) throws -> [String] {
        let head = try lines.map { lines in
            let text = (["HTTP/1.1 200 OK"] + lines + ["", ""]).joined(separator: "\r\n")
            return try #require(ResponseHead(raw: Array(text.utf8)))
        }
        let found = UpdateLint.findings(
            in: Array(update.utf8), for: Array(page.utf8), head: head, request: request)
        return found.map { "\($0.severity) \($0.rule.rawValue): \($0.message)" }
    }

    @Test func `a correct update has no findings`() throws {
        let update = Self.update(Self.block("2"), sha1: Self.sha1(Self.page("2")))
        #expect(try found(update) == [])
        #expect(try found(update, Self.page, ["template-change: false", "template-tag: t", "ETag: e"]) == [])
    }

    @Test(arguments: [
        ("", "update-empty: the update cannot be used: its body is empty"),
        ("<!DOCTYPE html><p>", "page-undeclared: "), ("{", "update-malformed: "),
        (
            update(block("2"), sha1: "0", name: "b"),
            "update-missing-blocks: the update cannot be used: it lacks the blocks a; received instead: “{b}”"
        ),
    ])
    func `an unusable update is reported with the reason`(_ update: String, _ told: String) throws {
        let found = try found(update)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("error " + told) == true, "\(found)")
    }

    @Test func `a hash of other bytes is reported with these`() throws {
        let found = try found(Self.update(Self.block("2"), sha1: Self.sha1(Self.page)))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("error update-wrong-hash: the update cannot be used: ") == true)
        #expect(found.first?.hasSuffix("; the claimed hash is the SHA-1 of the stored page") == true)
    }

    @Test func `data without the comments of their block are reported`() throws {
        let merged = Self.page.replacing(Self.block("1"), with: "2")
        let found = try found(Self.update("2", sha1: Self.sha1(merged)))
        #expect(found.count == 1)
        #expect(found.first?.contains(" update-without-comments: ") == true, "\(found)")
    }

    @Test func `an update is compared with the headers if they are known`() throws {
        let update = Self.update(Self.block("2"), sha1: Self.sha1(Self.page("2")))
        let request = Headers([HeaderField("template-tag", "s")])
        let told = try found(
            update, Self.page, ["template-change: true", "template-tag: other"], request: request)
        let rules = told.compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(rules == ["template-tag-differs:", "template-tag-other:", "update-undeclared:"])
        let unproven = update.replacing(#","html-sha1":"\#(Self.sha1(Self.page("2")))""#, with: "")
        #expect(try found(unproven, Self.page, ["template-change: true"]).count == 1)
        #expect(try found(unproven).count == 1)
    }

    @Test func `blocks for a page without its comments are reported as such`() throws {
        let bare = Self.page.replacing(Self.block("1"), with: "1")
        let request = Headers([HeaderField("template-tag", Self.sha1("template"))])
        let told = try found(
            Self.update(Self.block("2"), sha1: "0"), bare, ["template-change: false"], request: request)
        #expect(told.count == 1)
        let words = "; the stored page has no block, and its template-tag is "
        #expect(told.first?.contains(words) == true, "\(told)")
    }
}
