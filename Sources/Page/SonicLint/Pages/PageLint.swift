import HTML
import SonicProtocol

/// Checks the bytes of a page by the rules for blocks and titles. Findings give positions in the page as received.
///
/// ```swift
/// for finding in PageLint.findings(in: html) {
///     print("\(finding.severity) \(finding.rule.rawValue): \(finding.message)")
/// }
/// ```
public struct PageLint {
    private let html: [UInt8]
    private let split: PageSplit
    private let comments: [BlockComments.Comment]
    private let lines: LineNumbers

    private init(_ html: [UInt8]) {
        self.html = html
        split = PageSplit(html: html)
        comments = BlockComments(html).comments
        lines = LineNumbers(html)
    }

    /// Returns the findings in the order of the rules. Linear in the page, except for a search for each block's name.
    public static func findings(in html: [UInt8]) -> [Finding] {
        let lint = PageLint(html)
        return lint.spelling + lint.order + lint.names + lint.title + lint.text
    }

    /// Returns the findings about a page that was received with a response: those about its bytes, then those about
    /// characters that were lost in decoding. Linear in the page, except for a search for each block's name.
    /// - Parameters:
    ///   - html: The bytes of the page.
    ///   - contentType: The value of Content-Type; nil for none.
    public static func findings(in html: [UInt8], contentType: String?) -> [Finding] {
        findings(in: html) + ReplacedCharacters.findings(in: html, contentType: contentType)
    }

    // MARK: Comments

    private var spelling: [Finding] {
        comments.compactMap { comment in
            guard case .wrong(let what) = comment.spelling else { return nil }
            return Finding(
                .blockMisspelt,
                "\(quoted(comment.range)) in \(line(comment)) is not a block: \(what)")
        }
    }

    /// Correct comments in the wrong place, and blocks that extend further than intended.
    private var order: [Finding] {
        var findings: [Finding] = []
        var blocks = split.blocks[...]
        /// The end of the last empty block: what is inside is swallowed, not nested.
        var swallowed = 0
        for (index, comment) in comments.enumerated() {
            while let block = blocks.first, block.range.upperBound <= comment.range.lowerBound {
                blocks.removeFirst()
            }
            let block = blocks.first.flatMap { $0.range.contains(comment.range.lowerBound) ? $0 : nil }
            switch (comment.spelling, block) {
            case (.wrong, _): break
            case (.start, nil):
                findings.add(.blockUnclosed, "\(quoted(comment.range)) in \(line(comment)) is never closed")
            case (.end, nil):
                findings.add(.blockEndStray, "\(quoted(comment.range)) in \(line(comment)) closes no block")
            case (.start, let block?) where block.range.lowerBound == comment.range.lowerBound:
                if let finding = emptiness(of: block, behind: index) {
                    findings.append(finding)
                    swallowed = block.range.upperBound
                }
            case (.start, let block?) where block.range.upperBound == swallowed: break
            case (.start, let block?):
                findings.add(
                    .blockNested,
                    "\(quoted(comment.range)) in \(line(comment)) is within block “\(block.name)”")
            case (.end(let name), let block?):
                guard block.range.upperBound == comment.range.upperBound else { break }
                if block.isNamed, name != block.name {
                    findings.add(
                        .blockEndNameDiffers,
                        "block “\(block.name)” ends in \(line(comment)) with \(quoted(comment.range))")
                }
            }
        }
        return findings
    }

    /// Returns the finding if a block's own end comment immediately follows its start, and so does not close it.
    private func emptiness(of block: PageSplit.Block, behind index: Int) -> Finding? {
        guard index + 1 < comments.count, case .end = comments[index + 1].spelling,
            comments[index + 1].range.lowerBound == comments[index].range.upperBound
        else { return nil }
        return Finding(
            .blockEmpty,
            "block “\(block.name)” in \(line(comments[index])) is empty and reaches to "
                + lines.text(block.range.upperBound - 1))
    }

    // MARK: Names

    private var names: [Finding] {
        guard !split.blocks.isEmpty else { return [Finding(.blocksMissing, "the page has no block")] }
        var findings: [Finding] = []
        let unnamed = split.blocks.filter { !$0.isNamed }
        if let first = unnamed.first {
            findings.add(
                .blockUnnamed,
                "\(count(unnamed, "block")) without a name, the first in \(lines.text(first.range.lowerBound))"
            )
        }
        var seen: [String: Int] = [:]
        var folded: [String: String] = [:]
        for block in split.blocks where block.isNamed {
            let place = lines.text(block.range.lowerBound)
            seen[block.name, default: 0] += 1
            if seen[block.name] == 2 {
                findings.add(.blockDuplicate, "a second block “\(block.name)” is in \(place)")
            }
            if block.name == "title" {
                findings.add(.blockNamedTitle, "the block in \(place) is named “title”")
            }
            if block.name == "__proto__" {
                findings.add(.blockNameLost, "the block in \(place) is named “__proto__”")
            }
            let other = folded.updateValue(block.name, forKey: block.name.lowercased())
            if let other, other != block.name {
                findings.add(.blockNamesDifferInCase, "“\(other)” and “\(block.name)” in \(place)")
            }
        }
        for block in split.blocks where block.range.count > 1_000_000 {
            findings.add(.blockVeryLong, "block “\(block.name)” has \(block.range.count) bytes")
        }
        return findings
    }

    // MARK: The title

    private var title: [Finding] {
        let titles = TitleElements(html)
        guard let title = split.title else {
            guard let start = titles.starts.first else {
                return [Finding(.titleMissing, "the page has no title element")]
            }
            return [
                Finding(
                    .titleBroken,
                    "the title that begins in \(lines.text(start)) does not end on its line")
            ]
        }
        var findings: [Finding] = []
        let first = html[title.lowerBound..<(title.lowerBound + 6)]
        if !first.elementsEqual("<title".utf8) || !html[title].suffix(8).elementsEqual("</title>".utf8) {
            findings.add(
                .titleUpperCase, "the title in \(lines.text(title.lowerBound)) is written \(quoted(title))")
        }
        if let index = split.blockHoldingTitle {
            findings.add(
                .titleInBlock,
                "the title in \(lines.text(title.lowerBound)) is within block “\(split.blocks[index].name)”")
        }
        let others = titles.whole.filter { $0 != title.lowerBound }
        if let other = others.first {
            findings.add(
                .titleSeveral, "\(count(others, "more title element")), the first in \(lines.text(other))")
        }
        return findings
    }

    // MARK: The text

    private var text: [Finding] {
        var findings: [Finding] = []
        let keys = Set(split.blocks.map { "{\($0.name)}" } + ["{title}"])
        let places = Placeholders(in: html, of: keys).places.sorted {
            $0.value.first.lowerBound < $1.value.first.lowerBound
        }
        for (key, place) in places {
            findings.add(.placeholderInPage, "the text \(key) is in \(lines.text(place.first.lowerBound))")
        }
        if String(validating: html, as: UTF8.self) == nil {
            findings.add(.pageNotUTF8, "the page's bytes are not UTF-8")
        }
        return findings
    }

    // MARK: Words

    private func line(_ comment: BlockComments.Comment) -> String { lines.text(comment.range.lowerBound) }

    private func quoted(_ range: Range<Int>) -> String {
        let bytes = html[range]
        return bytes.count <= 80 ? Bytes.text(bytes) : Bytes.text(bytes.prefix(76)) + " …"
    }

    private func count(_ things: [some Any], _ noun: String) -> String {
        "\(things.count) \(noun)" + (things.count == 1 ? "" : "s")
    }
}

/// The line numbers of a page.
struct LineNumbers {
    /// The start of each line.
    private let starts: [Int]

    /// Finds the lines of a page. Linear.
    init(_ html: [UInt8]) { starts = [0] + html.indices.lazy.filter { html[$0] == 0x0A }.map { $0 + 1 } }

    /// Returns “line 12” for the line of an offset. Logarithmic.
    func text(_ offset: Int) -> String { "line \(starts.partitionPoint(while: { $0 <= offset }))" }
}

/// The title elements of a page, found as servers do, ignoring case.
struct TitleElements {
    /// The starts of start tags.
    let starts: [Int]
    /// Those whose element ends on the same line.
    let whole: [Int]

    private static let start = ByteFinder("<title", foldsCase: true)
    private static let end = ByteFinder("</title>", foldsCase: true)

    /// Finds them in a page. Linear.
    init(_ html: [UInt8]) {
        var starts: [Int] = []
        var whole: [Int] = []
        var open: Int?
        for place in html.indices {
            switch html[place] {
            case 0x0A: open = nil
            case UInt8(ascii: "<"):
                if Self.start.stands(at: place, in: html.span) {
                    starts.append(place)
                    if open == nil { open = place }
                } else if Self.end.stands(at: place, in: html.span), let start = open {
                    whole.append(start)
                    open = nil
                }
            default: break
            }
        }
        self.starts = starts
        self.whole = whole
    }
}
