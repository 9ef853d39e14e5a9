import PageCache
import SonicProtocol
import Synchronization
import SystemLibraries
import TestSupport
import Testing

/// Merges an update into a stored page and describes the result: the page and the changed names, or the failure.
private func check(
    stored: String, data: [String: String], claimed page: String?, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let members = data.map { JSONValue.Member($0.key, .string($0.value)) }
    let json = JSONValue.object(members).text()
    try check(stored: stored, json: json, claimed: page, expected, sourceLocation: sourceLocation)
}

private func check(
    stored: String, json: String, claimed page: String?, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let html = Array(stored.utf8)
    let update = try DataUpdate(json: Array("{\"data\":\(json)}".utf8))
    let claimed = page.map { Hashes.nettle.sha1(Array($0.utf8)) }
    let outcome: String
    do throws(MergeFailure) {
        let merged = try PageSplit(html: html).merging(update, into: html, claimed: claimed, hashes: .nettle)
        let names = merged.changes.map { change in
            #expect(PageSplit(html: merged.html).slots.contains { $0.range == change.new })
            return change.name
        }
        outcome = String(decoding: merged.html, as: UTF8.self) + " | " + names.joined(separator: ",")
        #expect(merged.sha1 == Hashes.nettle.sha1(merged.html))
    } catch {
        switch error {
        case .missing(let names, let instead):
            outcome = "missing \(names)" + (instead.isEmpty ? "" : " instead \(instead)")
        case .unknown(let names): outcome = "unknown \(names)"
        case .wrongHash: outcome = "wrong hash"
        }
    }
    #expect(outcome == expected, sourceLocation: sourceLocation)
}

private func block(_ name: String, _ content: String) -> String {
    "<!--sonicdiff-\(name)-->\(content)<!--sonicdiff-\(name)-end-->"
}

@Suite struct PageMergeTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Merges.table")

    @Test(arguments: rows)
    func `an update makes the page of its row`(row: TableRow) throws {
        let expected = (3..<row.count).map { row[$0] }.joined(separator: " | ")
        try check(stored: row[0], json: row[1], claimed: row[2] == "-" ? nil : row[2], expected)
    }

    @Test func `the table of merges has its rows`() { #expect(Self.rows.count >= 11) }

    @Test func `blocks that are missing or too many are overlooked if the hash is exactly the page's`() throws
    {
        let old = "<title>A</title>" + block("a", "1") + block("b", "{title}") + block("c", "1")
        let new = "<title>A</title>" + block("a", "2") + block("b", "{title}") + block("c", "1")
        try check(stored: old, data: ["{a}": block("a", "2")], claimed: new, new + " | a")
        try check(
            stored: old, data: ["{a}": block("a", "2"), "{title}": "<title>A</title>", "{z}": "other"],
            claimed: new, new + " | a")
        // Without a hash, or with another one, they are what is wrong.
        for claimed in [nil, old] {
            try check(
                stored: old, data: ["{a}": block("a", "2")], claimed: claimed, #"missing ["title", "b", "c"]"#
            )
        }
        try check(
            stored: block("a", "1"), data: ["{a}": block("a", "2"), "{z}": ""], claimed: block("a", "1"),
            #"unknown ["z"]"#)
        let update = try DataUpdate(json: Array(#"{"data":{"{z}":""}}"#.utf8))
        let html = Array(block("a", "1").utf8)
        let merged = try PageSplit(html: html).merging(
            update, into: html, claimed: Hashes.nettle.sha1(html), hashes: .nettle)
        #expect(merged.mismatch == .missing(["a"], instead: ["{z}"]) && merged.changes.isEmpty)
    }

    @Test(arguments: [#""html-sha1":"","#, #""html-sha1":null,"#, ""])
    func `an empty hash is a missing one`(member: String) throws {
        #expect(try DataUpdate(json: Array("{\(member)\"data\":{}}".utf8)).htmlSHA1 == nil)
    }

    @Test func `a long title repeated many times is not filled in`() throws {
        // Ten gigabytes if each of them were replaced by the title.
        let title = "<title>" + String(repeating: "t", count: 100_000) + "</title>"
        let named = block("a", String(repeating: "{title}", count: 100_000))
        let old = "<title>A</title>" + block("a", "1")
        try check(stored: old, data: ["{title}": title, "{a}": named], claimed: "another page", "wrong hash")
        try check(
            stored: old, data: ["{title}": title, "{a}": named], claimed: title + named,
            title + named + " | title,a")
    }

    @Test func `the claimed hash may be in upper case`() throws {
        let html = Array(block("a", "1").utf8)
        let new = Array(block("a", "2").utf8)
        let update = try DataUpdate(
            json: Array(#"{"data":{"{a}":"<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"}}"#.utf8))
        let claimed = Hashes.nettle.sha1(new).uppercased()
        let merged = try PageSplit(html: html).merging(update, into: html, claimed: claimed, hashes: .nettle)
        #expect(merged.verifiedBy == claimed)
    }

    @Test func `a page of any size is merged the same way in prepared memory`() throws {
        for size in [0, 100, 5 << 20] {
            let rest = String(repeating: "r", count: size)
            let html = Array((block("a", "1") + rest).utf8)
            let new = Array((block("a", "2") + rest).utf8)
            let update = try DataUpdate(
                json: Array(#"{"data":{"{a}":"<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"}}"#.utf8))
            let prepared = Mutex(0)
            let counted = PageMemory { buffer in
                prepared.withLock { $0 += buffer.count }
                PageMemory.largePages.prepare(buffer)
            }
            let merged = try PageSplit(html: html).merging(
                update, into: html, claimed: nil, hashes: .nettle, memory: counted)
            #expect(merged.html == new)
            // All memory written to was prepared, once.
            #expect(prepared.withLock { $0 } >= new.count)
            #expect(prepared.withLock { $0 } < 2 * new.count + 1000)
        }
    }

    @Test func `bodies that are not updates report what is wrong`() {
        let bodies: [(String, DataUpdate.Failure)] = [
            ("", .empty),
            ("<html>", .page(beginning: "<html>")),
            (#"{"data":{"{a}":"1"}"#, .malformed("it ends too early, at byte 19, line 1")),
            ("[]", .malformed("it is not an object")),
            (#"{"html-sha1":"x"}"#, .malformed("it has no \"data\"")),
            (#"{"data":{"{a}":1}}"#, .malformed("\"data.{a}\" is of the wrong type")),
        ]
        for (body, failure) in bodies {
            #expect(throws: failure) { try DataUpdate(json: Array(body.utf8)) }
        }
    }
}
