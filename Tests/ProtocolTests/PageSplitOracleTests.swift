import Chance
import SonicProtocol
import SystemLibraries
import Testing

/// Splits and merges random pages built from the relevant pieces.
@Suite struct PageSplitOracleTests {
    /// Pieces that make titles, blocks and what only looks like them, with text of odd lengths between.
    private static let pieces = [
        "<title>", "<TITLE x>", "</title>", "<titl", "\n", "<!--sonicdiff-a-->", "<!--SonicDiff-b-->",
        "<!--sonicdiffc-->", "<!--sonicdiff-->", "<!--sonicdiff--->", "<!--sonicdiff-a-end-->",
        "<!--sonicdiffb-END-->", "<!--sonicdiff-end-->", "<!--sonicdiff--end-->", "<!--sonicdiff", "-a",
        "-->",
        "<!--sonicdiff-é-->", "<", "<!--", "{title}", "x", "some text", "a longer piece of text between them",
        "<li>one</li>", "é",
    ]

    private static func page(_ chance: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...14, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
            .joined()
    }

    /// Where the servers' regular expressions split, as byte ranges.
    private static func expected(_ page: String) throws -> (
        title: Range<Int>?, blocks: [Range<Int>], names: [String]
    ) {
        let title = try Regex(#"<title([^\n]*?)</title>"#).ignoresCase().matchingSemantics(.unicodeScalar)
        let block = try Regex(
            #"<!--sonicdiff-?(\w*)-->[\s\S]+?<!--sonicdiff-?\w*-end-->"#, as: (Substring, Substring).self
        )
        .ignoresCase().asciiOnlyWordCharacters().matchingSemantics(.unicodeScalar)
        var cut: Range<Int>?
        var rest = page
        if let found = page.firstMatch(of: title)?.range {
            cut = offset(found.lowerBound, page)..<offset(found.upperBound, page)
            // Replaced with text of the same length that is not a comment, so that offsets stay valid.
            rest.replaceSubrange(found, with: String(repeating: "~", count: page.utf8[found].count))
        }
        let matches = rest.matches(of: block)
        return (
            cut, matches.map { offset($0.range.lowerBound, rest)..<offset($0.range.upperBound, rest) },
            matches.map { String($0.output.1) }
        )
    }

    private static func offset(_ index: String.Index, _ text: String) -> Int {
        text.utf8.distance(from: text.startIndex, to: index)
    }

    @Test(arguments: 0..<10) func `pages are split where the servers' regular expressions split them`(
        _ seed: UInt64
    )
        throws
    {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let page = Self.page(&chance)
            let split = PageSplit(html: Array(page.utf8))
            let expected = try Self.expected(page)
            #expect(split.title == expected.title, "\(page)")
            #expect(split.blocks.map(\.range) == expected.blocks, "\(page)")
            #expect(split.blocks.map { $0.isNamed ? $0.name : "" } == expected.names, "\(page)")
        }
    }

    @Test(arguments: 0..<10) func `the split of a merged page equals a new split of it`(_ seed: UInt64) throws
    {
        var chance = SeededGenerator(seed: seed)
        var kept = 0
        for _ in 0..<300 {
            let html = Array(Self.page(&chance).utf8)
            let split = PageSplit(html: html)
            var members: [JSONValue.Member] = []
            for slot in split.slots.map(\.slot) + [.title] {
                let key = split.keys(for: slot)[0]
                guard !members.contains(where: { $0.name == key }) else { continue }
                let same = String(decoding: split.dataBytes(of: slot, in: html), as: UTF8.self)
                let name = split.displayName(of: slot)
                let values = [
                    same, same, "<!--sonicdiff-\(name)-->\(Self.page(&chance))<!--sonicdiff-\(name)-end-->",
                    "<title>\(Self.page(&chance))</title>", Self.page(&chance), "",
                ]
                members.append(.init(key, .string(values.randomElement(using: &chance) ?? "")))
            }
            let json = JSONValue.object([.init("data", .object(members))]).text()
            let update = try DataUpdate(json: Array(json.utf8))
            let merged = try split.merging(update, into: html, claimed: nil, hashes: .nettle)
            let anew = PageSplit(html: merged.html)
            #expect(merged.split == anew, "\(String(decoding: html, as: UTF8.self)) with \(json)")
            if anew.blocks.count == split.blocks.count { kept += 1 }
        }
        #expect((50..<300).contains(kept), "pages of one kind only: \(kept)")
    }
}
