import SonicProtocol

/// Finds one text in others, in linear time whatever the bytes are (Knuth, Morris and Pratt).
struct ByteFinder {
    private let pattern: [UInt8]
    private let foldsCase: Bool
    /// For each length of a beginning: the longest of its own beginnings that it also ends with.
    private let borders: [Int]

    /// A search for `pattern`; with `foldsCase`, `A`–`Z` count as `a`–`z` on both sides.
    init(_ pattern: [UInt8], foldsCase: Bool = false) {
        self.pattern = foldsCase ? pattern.folded : pattern
        self.foldsCase = foldsCase
        var borders = [0, 0]
        borders.reserveCapacity(pattern.count + 1)
        var matched = 0
        for index in self.pattern.indices.dropFirst() {
            while matched > 0, self.pattern[index] != self.pattern[matched] { matched = borders[matched] }
            if self.pattern[index] == self.pattern[matched] { matched += 1 }
            borders.append(matched)
        }
        self.borders = borders
    }

    /// Where the pattern first stands at or after `start`; nil when nowhere. An empty one stands at `start`.
    func first(in text: [UInt8], from start: Int) -> Int? {
        guard !pattern.isEmpty else { return start <= text.count ? start : nil }
        var matched = 0
        var place = start
        while place < text.count {
            let byte = foldsCase ? Bytes.lowered(text[place]) : text[place]
            while matched > 0, byte != pattern[matched] { matched = borders[matched] }
            if byte == pattern[matched] { matched += 1 }
            place += 1
            if matched == pattern.count { return place - matched }
        }
        return nil
    }
}
