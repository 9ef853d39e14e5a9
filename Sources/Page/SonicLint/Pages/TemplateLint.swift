import SonicProtocol

/// A full page as received, with its tag.
public struct LoadedPage: Sendable, Hashable {
    /// The bytes of the page.
    public var html: [UInt8]
    /// The template tag of the page; nil for none.
    public var templateTag: String?

    /// Creates a page.
    public init(html: [UInt8], templateTag: String?) {
        self.html = html
        self.templateTag = templateTag
    }
}

/// The reasons why every load of a page is a template change: unexpected differences between two consecutive loads.
public enum TemplateLint {
    /// Returns the findings about two loads, in the order of the pages. Linear.
    public static func findings(_ earlier: LoadedPage, _ later: LoadedPage) -> [Finding] {
        let old = Template(earlier.html)
        let new = Template(later.html)
        if old.bytes == new.bytes {
            guard let tag = earlier.templateTag, let other = later.templateTag, tag != other else {
                return []
            }
            return [
                Finding(
                    .templateTagUnsteady,
                    "template-tag changed \(tag) → \(other), and the template's \(new.bytes.count) bytes are the same"
                )
            ]
        }
        return differences(old, new).map { Finding(.templateUnsteady, $0) }
    }

    /// Returns the findings about the tags of two pages, whatever the time between them. Linear.
    public static func tagFindings(_ earlier: LoadedPage, _ later: LoadedPage) -> [Finding] {
        guard let tag = earlier.templateTag, let other = later.templateTag else { return [] }
        let isSame =
            PageSplit(html: earlier.html).templateBytes(of: earlier.html)
            == PageSplit(html: later.html).templateBytes(of: later.html)
        if isSame, tag != other { return findings(earlier, later) }
        guard !isSame, tag == other else { return [] }
        let places = differences(Template(earlier.html), Template(later.html)).joined(separator: "; ")
        return [Finding(.templateTagStuck, "template-tag is \(tag) as before, and \(places)")]
    }

    /// Returns the lines of the template that differ in each of three consecutive full pages. A single change may be
    /// intended, and a page that reverts alternates between templates. Linear.
    public static func findings(
        _ first: LoadedPage, _ second: LoadedPage, _ third: LoadedPage
    ) -> [Finding] {
        let templates = [first, second, third].map { Template($0.html) }
        let old = templates[0].lines
        let middle = templates[1].lines
        let new = templates[2].lines
        guard old.count == middle.count, middle.count == new.count else { return [] }
        let places = new.indices.filter {
            old[$0].text != middle[$0].text && middle[$0].text != new[$0].text && old[$0].text != new[$0].text
        }
        return places.prefix(most).map { index in
            let (was, became) = self.middle(old[index].text, middle[index].text)
            let (_, now) = self.middle(middle[index].text, new[index].text)
            return Finding(
                .templateUnsteady,
                "line \(new[index].number), outside the blocks, differs on each of the last three loads: "
                    + "“\(was)”, “\(became)”, “\(now)”")
        }
    }

    /// Returns a clause if the last of three consecutive pages has the template of the first again, but not of the
    /// second; nil otherwise. Linear.
    static func returning(_ first: LoadedPage, _ second: LoadedPage, _ third: LoadedPage) -> String? {
        let templates = [first, second, third].map { Template($0.html).bytes }
        guard templates[0] == templates[2], templates[0] != templates[1] else { return nil }
        let tags = [first, second, third].map { $0.templateTag ?? "none" }
        return "this load has the template of the last but one again; the load in between had another"
            + " (template-tag \(tags.joined(separator: " → ")))"
    }

    /// The maximum number of differences; more have no new information.
    static let most = 5

    /// Returns the lines of the template that differ, as sentences.
    private static func differences(_ old: Template, _ new: Template) -> [String] {
        let (before, after) = (old.lines, new.lines)
        let shorter = min(before.count, after.count)
        let head = (0..<shorter).first { before[$0].text != after[$0].text } ?? shorter
        let tail =
            (0..<(shorter - head)).first {
                before[before.count - 1 - $0].text != after[after.count - 1 - $0].text
            } ?? shorter - head
        guard before.count == after.count else {
            let place = head < after.count ? "line \(after[head].number)" : "the end"
            let count = after.count - before.count
            let lines = abs(count) == 1 ? "1 line" : "\(abs(count)) lines"
            let change = lines + (count > 0 ? " more" : " fewer")
            return ["outside the blocks the later page has \(change) from \(place) on"]
        }
        let places = (head..<(after.count - tail)).filter { before[$0].text != after[$0].text }
        return places.prefix(most).map { index in
            let (left, right) = middle(before[index].text, after[index].text)
            return "line \(after[index].number), outside the blocks, had “\(left)” and has “\(right)”"
        } + (places.count > most ? ["and \(places.count - most) more lines"] : [])
    }

    /// Returns the parts of two lines that differ, with some context.
    private static func middle(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> (String, String) {
        let shorter = min(old.count, new.count)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, shorter - head)
        func part(_ line: ArraySlice<UInt8>) -> String {
            let start = line.startIndex + max(0, head - around)
            let end = line.endIndex - max(0, tail - around)
            let bytes = line[start..<max(start, end)]
            return (start > line.startIndex ? "…" : "") + Bytes.text(bytes.prefix(longest))
                + (bytes.count > longest || end < line.endIndex ? "…" : "")
        }
        return (part(old), part(new))
    }

    private static let around = 24
    private static let longest = 120

    /// The template of a page, with its lines and their numbers in the page.
    struct Template {
        let bytes: [UInt8]
        let lines: [(text: ArraySlice<UInt8>, number: Int)]

        init(_ html: [UInt8]) {
            let split = PageSplit(html: html)
            bytes = split.templateBytes(of: html)
            // Lines of the page minus those within slots: a slot's key counts as the lines that it replaces.
            var extra = split.slots.map { slot, range in
                (
                    key: split.keys(for: slot)[0].utf8.count, lines: html[range].count { $0 == 0x0A },
                    range: range
                )
            }[...]
            var lines: [(text: ArraySlice<UInt8>, number: Int)] = []
            var number = 1
            var start = 0
            var shift = 0
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                lines.append((line, number))
                number += 1
                start = line.endIndex + 1
                while let slot = extra.first, slot.range.lowerBound - shift < start {
                    number += slot.lines
                    shift += slot.range.count - slot.key
                    extra.removeFirst()
                }
            }
            self.lines = lines
        }
    }
}
