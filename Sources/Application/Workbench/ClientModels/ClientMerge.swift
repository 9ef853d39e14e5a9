import SonicProtocol

/// Substitutes data in a template as the clients do: the text of one name after the other, each in the result of the
/// names before.
///
/// Usually no value contains a name, and one pass substitutes them all. If one may, each name is searched for in turn,
/// and the work is bounded: beyond `maxWork` bytes processed, or `maxGrowth` bytes more than template and data
/// together, there is no result.
struct ClientMerge {
    let template: [UInt8]
    let data: [ClientOutcome.Datum]

    static let maxWork = 64 << 20
    static let maxGrowth = 16 << 20

    /// Substitutes only the first occurrence of each name, case-sensitively. Nil if that is too much work.
    func first() -> [UInt8]? {
        guard isSimple(foldsCase: false) else { return sequentially(foldsCase: false, everywhere: false) }
        var open = names(foldsCase: false)
        return filled { open.removeValue(forKey: $0) }
    }

    /// Substitutes all occurrences of each name, ignoring case. Nil if that is too much work.
    func everywhere() -> [UInt8]? {
        guard isSimple(foldsCase: true) else { return sequentially(foldsCase: true, everywhere: true) }
        let names = names(foldsCase: true)
        return filled { names[$0.folded] }
    }

    /// Returns the index in `data` of each name; of names that are equal here, the first.
    private func names(foldsCase: Bool) -> [[UInt8]: Int] {
        var names: [[UInt8]: Int] = [:]
        for (index, datum) in data.enumerated() {
            let key = foldsCase ? datum.key.folded : datum.key
            if names[key] == nil { names[key] = index }
        }
        return names
    }

    private func filled(_ value: ([UInt8]) -> Int?) -> [UInt8]? {
        let longest = data.lazy.map(\.key.count).max() ?? 0
        var room = template.count + data.reduce(0) { $0 + $1.value.count } + Self.maxGrowth
        var merged: [UInt8] = []
        var copied = 0
        for group in Braces.groups(in: template) where group.count <= longest {
            guard let index = value(Array(template[group])) else { continue }
            room -= group.lowerBound - copied + data[index].value.count
            guard room >= 0 else { return nil }
            merged += template[copied..<group.lowerBound]
            merged += data[index].value
            copied = group.upperBound
        }
        return merged + template[copied...]
    }

    /// Whether one pass is equivalent to sequential substitution: names are single pairs of braces, and no value, nor
    /// its combination with adjacent text, can be a name.
    private func isSimple(foldsCase: Bool) -> Bool {
        let names = names(foldsCase: foldsCase)
        let longest = data.lazy.map(\.key.count).max() ?? 0
        return data.allSatisfy { datum in
            Braces.isGroup(datum.key) && datum.value.count >= longest
                && Braces.isClosed(datum.value)
                && !Braces.groups(in: datum.value).contains { group in
                    guard group.count <= longest else { return false }
                    let text = Array(datum.value[group])
                    return names[foldsCase ? text.folded : text] != nil
                }
        }
    }

    private func sequentially(foldsCase: Bool, everywhere: Bool) -> [UInt8]? {
        let limit = template.count + data.reduce(0) { $0 + $1.value.count } + Self.maxGrowth
        var work = 0
        var text = template
        for datum in data {
            work += text.count + datum.key.count
            guard work <= Self.maxWork else { return nil }
            let finder = ByteFinder(datum.key, foldsCase: foldsCase)
            var merged: [UInt8] = []
            var copied = 0
            while let place = finder.first(in: text.span, from: copied) {
                guard merged.count + place - copied + datum.value.count <= limit else { return nil }
                merged += text[copied..<place]
                merged += datum.value
                copied = place + datum.key.count
                // An empty name occurs once, before everything else.
                guard everywhere, !datum.key.isEmpty else { break }
            }
            if copied > 0 || !merged.isEmpty { text = merged + text[copied...] }
            work += merged.count
        }
        return text
    }
}

/// Pairs of braces with no brace between them.
enum Braces {
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")

    /// Returns the pairs in a text, including the braces, in order. Linear.
    static func groups(in text: [UInt8]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start: Int?
        for (place, byte) in text.enumerated() {
            if byte == open { start = place }
            if byte == close, let from = start {
                groups.append(from..<place + 1)
                start = nil
            }
        }
        return groups
    }

    /// Whether a text is one pair.
    static func isGroup(_ text: [UInt8]) -> Bool {
        text.first == open && text.last == close && text.count >= 2
            && !text[1..<text.count - 1].contains { $0 == open || $0 == close }
    }

    /// Whether a text has no open brace that could form a pair with the adjacent text.
    static func isClosed(_ text: [UInt8]) -> Bool {
        text.first { $0 == open || $0 == close } != close && text.last { $0 == open || $0 == close } != open
    }
}
