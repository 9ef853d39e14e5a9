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
                    + "“\(was)”, “\(became)”, “\(now)”",
                cause: cause([old[index], middle[index], new[index]].map(\.text)))
        }
    }

    /// Returns what makes versions of a line differ: nonces, if they are the same without them. Linear.
    private static func cause(_ versions: [ArraySlice<UInt8>]) -> Finding.Cause? {
        Set(versions.map(withoutNonces)).count == 1 ? .nonce : nil
    }

    /// Removes the nonces of a Content-Security-Policy: values of the attribute, and sources in a meta element. Linear.
    private static func withoutNonces(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var rest: [UInt8] = []
        var index = line.startIndex
        while index < line.endIndex {
            rest.append(line[index])
            index += 1
            guard nonceBeginnings.contains(where: { Bytes.equalIgnoringCase(rest.suffix($0.count), $0) })
            else {
                continue
            }
            index += line[index...].prefix { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }.count
            index += line[index...].prefix { Figures.isOfBase64($0) }.count
        }
        return rest
    }

    private static let nonceBeginnings = [" nonce=", "\tnonce=", "'nonce-"].map { Array($0.utf8) }

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

    /// Returns the signs that a template is generated anew for each response: all differences outside the blocks are
    /// numbers, times or tokens. Other differences may be intended, and then there are no findings. Linear.
    public static func drift(_ earlier: LoadedPage, _ later: LoadedPage) -> [Finding] {
        let (old, new) = (Template(earlier.html).lines, Template(later.html).lines)
        guard old.count == new.count else { return [] }
        let places = new.indices.filter { old[$0].text != new[$0].text }
        guard !places.isEmpty, places.count <= most else { return [] }
        let figures = places.compactMap { index in
            Figures(old[index].text, new[index].text).map { (line: new[index].number, figures: $0) }
        }
        guard figures.count == places.count else { return [] }
        let changes = figures.map { "line \($0.line) had “\($0.figures.old)” and has “\($0.figures.new)”" }
        return [
            Finding(
                .templateDrifts,
                "all that differs outside the blocks: " + changes.joined(separator: "; "),
                cause: places.allSatisfy { cause([old[$0].text, new[$0].text]) != nil } ? .nonce : nil)
        ]
    }

    /// The words in which two lines differ, if both are numbers or tokens.
    private struct Figures {
        let old: String
        let new: String

        /// Compares two lines word by word; nil if anything else differs.
        init?(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) {
            let found = Self.changes(left, right, Self.isOfBase64) { left, right in
                Self.changes(left, right, Self.isOfWord) { old, new in
                    Self.isFigure(old) && Self.isFigure(new) ? [[old, new]] : nil
                } ?? (Self.areBase64(left, right) ? [[left, right]] : nil)
            }
            guard let found else { return nil }
            old = found.map { Bytes.text($0[0]) }.joined(separator: "”, “")
            new = found.map { Bytes.text($0[1]) }.joined(separator: "”, “")
        }

        private typealias Word = ArraySlice<UInt8>

        /// Returns the changes of the words that differ; nil if they have none, or anything else differs.
        private static func changes(
            _ left: Word, _ right: Word, _ isOfWord: (UInt8) -> Bool, _ change: (Word, Word) -> [[Word]]?
        ) -> [[Word]]? {
            let (old, new) = (words(left, isOfWord), words(right, isOfWord))
            let changes = zip(old, new).filter { $0 != $1 }.map(change)
            guard old.count == new.count, changes.allSatisfy({ $0 != nil }) else { return nil }
            return changes.flatMap { $0 ?? [] }
        }

        /// Splits a text into words and what is between them.
        private static func words(_ text: Word, _ isOfWord: (UInt8) -> Bool) -> [Word] {
            var words: [Word] = []
            var start = text.startIndex
            for index in text.indices.dropFirst() where isOfWord(text[index]) != isOfWord(text[index - 1]) {
                words.append(text[start..<index])
                start = index
            }
            return words + [text[start...]]
        }

        /// Whether two words are tokens in Base64: of one length, with little in common at either end, apart from a name
        /// before them. Paths, which have the same letters, begin or end alike.
        private static func areBase64(_ left: Word, _ right: Word) -> Bool {
            let shared = zip(left, right).prefix { $0 == $1 }.count
            let sign = left.prefix(shared).lastIndex { "-=:".utf8.contains($0) } ?? left.startIndex - 1
            let name = sign + 1 - left.startIndex
            return left.count == right.count && shared - name < 4
                && zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count < 4
                && [left, right].map { $0.dropFirst(name) }.allSatisfy {
                    (shortestToken...longest).contains($0.count) && $0.contains(where: isDigit)
                }
        }

        /// The maximum length of a number, a time or a token.
        private static let longest = 100
        /// The minimum length of a word of letters and digits that is a token; a shorter one may be a name.
        private static let shortestToken = 8

        /// Whether a word is a number, a time, or letters and digits too long for a name.
        private static func isFigure(_ word: ArraySlice<UInt8>) -> Bool {
            guard !word.isEmpty, word.count <= longest, word.contains(where: isDigit) else { return false }
            let signs = Array(" :.,/+-".utf8)
            if word.allSatisfy({ isDigit($0) || signs.contains($0) }) { return true }
            return word.count >= shortestToken && word.allSatisfy(isOfWord)
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

        static func isOfBase64(_ byte: UInt8) -> Bool { isOfWord(byte) || "/=".utf8.contains(byte) }

        /// Whether a byte is a letter, a digit, or a separator within tokens, numbers and times.
        private static func isOfWord(_ byte: UInt8) -> Bool {
            isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "_-:.,+".utf8.contains(byte)
        }
    }
}

/// A page without blocks whose template-tag is a SHA-1, but not that of its template: the tag was computed from other
/// bytes, for example because an intermediary removes comments.
struct StrippedComments {
    /// Both tags, and their possible meaning, as a clause.
    let words: String
    /// The same about the page that an update was for.
    var ofStoredPage: String { "the stored page has no block, and " + words }

    /// Checks a page; nil if it has blocks, and if the tag gives no information. Linear.
    init?(_ html: [UInt8], templateTag: String?, _ hashes: Hashes) {
        guard let tag = templateTag, Hashes.isSHA1(tag), PageSplit(html: html).blocks.isEmpty else {
            return nil
        }
        let computed = hashes.sha1(PageSplit(html: html).templateBytes(of: html))
        guard !Bytes.equalIgnoringCase(tag.utf8, computed.utf8) else { return nil }
        words =
            "its template-tag is \(tag), the SHA-1 of its template \(computed): something between server and client may "
            + "have removed its comments or changed it otherwise"
    }
}
