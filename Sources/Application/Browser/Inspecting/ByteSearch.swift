import CellGrid
import SonicProtocol

/// A search through the bytes that the inspector shows, portion by portion: what was found so far, and where it is
/// going. It is the bytes that are looked through and not what is drawn for them, so a match that a row ends in is one.
struct ByteSearch: Sendable {
    /// What is still to be done besides counting.
    enum Course: Equatable, Sendable {
        /// Nothing.
        case resting
        /// To find the first match at a byte or behind it, the first of all where there is none.
        case next(Int)
        /// To find the last match before a byte, the last of all where there is none.
        case previous(Int)
        /// To show the match that was found.
        case found
    }

    /// A match by its portion and its number there, from 0.
    private struct Hit: Equatable, Sendable {
        var portion: Int
        var number: Int
    }

    private struct Listed: Sendable {
        var portion: Int
        var matches: [Range<Int>]
    }

    /// What is looked for.
    let sought: SoughtText
    /// What is still to be done besides counting.
    private(set) var course = Course.resting
    /// Whether the last step went on beyond an end.
    private(set) var turn = SearchTurn.none
    /// The same text in the order of bytes.
    private let text: SoughtText?
    /// The bytes whose digits were typed; nil where it is no digits, or these are not on the screen.
    private let digits: ByteFinder?
    private var hit: Hit?
    /// How many matches begin in each portion; nil where it was not looked through.
    private var counts: [Int?] = []
    /// The matches of the portions asked for last, the latest last.
    private var lists: [Listed] = []

    /// How much is looked through at one go.
    static let portionBytes = 64 << 10
    /// How far a match may reach beyond the portion that it begins in.
    static let reach = 4 << 10
    /// How much before a portion tells what its first bytes are.
    private static let backing = 64
    /// The most portions whose matches are kept: those on a screen, and where the search is.
    private static let listLimit = 4

    /// A search that has not begun. In hexadecimal, what is typed may be digits too.
    init(_ sought: SoughtText, _ form: ByteText.Form) {
        self.sought = sought
        text = SoughtText(sought.text, in: .ofBytes)
        digits = form == .hex ? Self.bytes(digits: sought.text).map { ByteFinder($0) } : nil
    }

    /// The bytes of pairs of digits, with blanks among them or without; nil for anything else.
    private static func bytes(digits text: String) -> [UInt8]? {
        let values = text.filter { $0 != " " }.map(\.hexDigitValue)
        guard !values.isEmpty, values.count.isMultiple(of: 2) else { return nil }
        let known = values.compactMap(\.self)
        guard known.count == values.count else { return nil }
        return stride(from: 0, to: known.count, by: 2).map { UInt8(known[$0] << 4 | known[$0 + 1]) }
    }

    /// Sets out for a match. The one that was gone to last is left.
    mutating func setOut(_ course: Course) {
        self.course = course
        (turn, hit) = (.none, nil)
    }

    /// The match found has been shown.
    mutating func rest() { course = .resting }

    /// Whether a match is still to be found.
    var isOnWay: Bool {
        switch course {
        case .next, .previous: true
        case .resting, .found: false
        }
    }

    // MARK: Counting

    /// The portions that can be looked through: what the last of them reaches into must be here too.
    private func portionCount(_ text: ByteText) -> Int {
        guard !text.hasAllBytes else { return (text.bytes.count + Self.portionBytes - 1) / Self.portionBytes }
        return max(0, text.bytes.count - Self.reach) / Self.portionBytes
    }

    /// Looks through one portion more: some half a millisecond.
    /// - Returns: Whether there was something to do.
    mutating func advance(_ text: ByteText) -> Bool {
        let all = portionCount(text)
        while counts.count < all { counts.append(nil) }
        let next =
            switch course {
            case .next(let offset): uncounted(from: offset) ?? counts.firstIndex(of: nil)
            case .previous(let offset): uncounted(upTo: offset) ?? counts.lastIndex(of: nil)
            case .resting, .found: counts.firstIndex(of: nil)
            }
        if let next { counts[next] = matches(in: next, text).count }
        let before = course
        pursue(text)
        return next != nil || course != before
    }

    private func uncounted(from offset: Int) -> Int? {
        counts[min(offset / Self.portionBytes, counts.count)...].firstIndex(of: nil)
    }

    private func uncounted(upTo offset: Int) -> Int? {
        counts[..<min(offset / Self.portionBytes + 1, counts.count)].lastIndex(of: nil)
    }

    /// Whether all was looked through, and nothing is to be found any more.
    func isComplete(_ text: ByteText) -> Bool {
        text.hasAllBytes && counts.count == portionCount(text) && !counts.contains(nil) && !isOnWay
    }

    /// How far the search is. Linear in the portions.
    func tally(_ text: ByteText) -> SearchTally {
        var number: Int?
        if let hit, counts[..<hit.portion].allSatisfy({ $0 != nil }) {
            number = counts[..<hit.portion].reduce(0) { $0 + ($1 ?? 0) } + hit.number + 1
        }
        return SearchTally(
            sought: sought, number: number, count: counts.reduce(0) { $0 + ($1 ?? 0) },
            isComplete: isComplete(text), turn: turn)
    }

    // MARK: Matches

    /// Where the match stands that was gone to last.
    mutating func hitBytes(_ text: ByteText) -> Range<Int>? {
        guard let hit else { return nil }
        let matches = matches(in: hit.portion, text)
        return matches.indices.contains(hit.number) ? matches[hit.number] : nil
    }

    /// The matches that some bytes have a part in, from the first on, and which of them was gone to last.
    mutating func matches(touching range: Range<Int>, _ text: ByteText) -> [(bytes: Range<Int>, isHit: Bool)]
    {
        guard !range.isEmpty else { return [] }
        var found: [(bytes: Range<Int>, isHit: Bool)] = []
        let first = max(0, range.lowerBound - Self.reach) / Self.portionBytes
        let last = min((range.upperBound - 1) / Self.portionBytes, portionCount(text) - 1)
        for portion in first..<max(first, last + 1) {
            let matches = matches(in: portion, text)
            var number = Self.first(matches, endingBehind: range.lowerBound)
            while number < matches.count, matches[number].lowerBound < range.upperBound {
                found.append((matches[number], hit == Hit(portion: portion, number: number)))
                number += 1
            }
        }
        return found
    }

    /// The first match that ends behind a byte. Logarithmic.
    private static func first(_ matches: [Range<Int>], endingBehind offset: Int) -> Int {
        var (low, high) = (0, matches.count)
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The matches that begin in a portion.
    private mutating func matches(in portion: Int, _ text: ByteText) -> [Range<Int>] {
        if let known = lists.last(where: { $0.portion == portion }) { return known.matches }
        let matches = look(through: portion, text.bytes)
        lists = lists.suffix(Self.listLimit - 1) + [Listed(portion: portion, matches: matches)]
        return matches
    }

    private func look(through portion: Int, _ bytes: [UInt8]) -> [Range<Int>] {
        let own = portion * Self.portionBytes..<min((portion + 1) * Self.portionBytes, bytes.count)
        let end = min(bytes.count, own.upperBound + Self.reach)
        var start = max(0, own.lowerBound - Self.backing)
        while start > 0, start < own.lowerBound, bytes[start] & 0xC0 == 0x80 { start += 1 }
        var found: [Range<Int>] = []
        if let text {
            var folded = FoldedText(text.letters)
            folded.append(bytes.span, start..<end)
            found = text.places(in: folded).map { place in
                let first = folded.original(of: place.lowerBound)
                return first..<max(first + 1, min(end, folded.original(of: place.upperBound)))
            }
        }
        if let digits {
            let places = digits.places(in: bytes.span.extracting(start..<end))
            found += places.map { $0.lowerBound + start..<$0.upperBound + start }
            found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        }
        var matches: [Range<Int>] = []
        for match in found where own.contains(match.lowerBound) {
            if let last = matches.last, match.lowerBound < last.upperBound { continue }
            matches.append(match)
        }
        return matches
    }

    // MARK: Going to a match

    /// Which of some portions has a match first.
    private enum Nearest {
        /// One that was not looked through may have it.
        case unknown
        case none
        case portion(Int)
    }

    private func first(_ portions: some Sequence<Int>) -> Nearest {
        for portion in portions {
            guard let count = counts[portion] else { return .unknown }
            if count > 0 { return .portion(portion) }
        }
        return .none
    }

    /// Finds the match that is wanted, as far as what was looked through tells.
    private mutating func pursue(_ text: ByteText) {
        let all = counts.count
        switch course {
        case .resting, .found: return
        case .next(let offset):
            let own = min(offset / Self.portionBytes, all)
            if own < all {
                guard counts[own] != nil else { return }
                if let number = matches(in: own, text).firstIndex(where: { $0.lowerBound >= offset }) {
                    return find(Hit(portion: own, number: number))
                }
            }
            switch first(min(own + 1, all)..<all) {
            case .unknown: return
            case .portion(let portion): return find(Hit(portion: portion, number: 0))
            case .none: guard text.hasAllBytes else { return }
            }
            switch first(0..<min(own + 1, all)) {
            case .unknown: return
            case .portion(let portion): return find(Hit(portion: portion, number: 0), .start)
            case .none: break
            }
        case .previous(let offset):
            let own = min(offset / Self.portionBytes, all)
            if own < all {
                guard counts[own] != nil else { return }
                if let number = matches(in: own, text).lastIndex(where: { $0.lowerBound < offset }) {
                    return find(Hit(portion: own, number: number))
                }
            }
            switch first((0..<own).reversed()) {
            case .unknown: return
            case .portion(let portion): return findLast(in: portion)
            case .none: guard text.hasAllBytes else { return }
            }
            switch first((own..<all).reversed()) {
            case .unknown: return
            case .portion(let portion): return findLast(in: portion, .end)
            case .none: break
            }
        }
        course = .resting
    }

    private mutating func findLast(in portion: Int, _ turn: SearchTurn = .none) {
        find(Hit(portion: portion, number: (counts[portion] ?? 1) - 1), turn)
    }

    private mutating func find(_ hit: Hit, _ turn: SearchTurn = .none) {
        self.hit = hit
        self.turn = turn
        course = .found
    }
}
