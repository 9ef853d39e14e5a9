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
    /// Whether all occurrences of each name are substituted, ignoring case, or only the first, case-sensitively.
    let isEverywhere: Bool

    static let maxWork = 64 << 20
    static let maxGrowth = 16 << 20

    /// The merged text; nil if that is too much work.
    func merged() -> [UInt8]? {
        var names = names()
        guard isSimple(names) else { return sequentially() }
        return filled { isEverywhere ? names[$0.folded] : names.removeValue(forKey: $0) }
    }

    /// Returns the index in `data` of each name; of names that are equal here, the first.
    private func names() -> [[UInt8]: Int] {
        let names = data.enumerated().map { (isEverywhere ? $1.key.folded : $1.key, $0) }
        return Dictionary(names) { first, _ in first }
    }

    private func filled(_ value: ([UInt8]) -> Int?) -> [UInt8]? {
        let longest = data.lazy.map(\.key.count).max() ?? 0
        var room = template.count + data.reduce(0) { $0 + $1.value.count } + Self.maxGrowth
        var merged: [UInt8] = []
        var copied = 0
        for group in template.braceGroups where group.count <= longest {
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
    private func isSimple(_ names: [[UInt8]: Int]) -> Bool {
        let longest = data.lazy.map(\.key.count).max() ?? 0
        return data.allSatisfy { datum in
            datum.key.isBraceGroup && datum.value.count >= longest && datum.value.isClosedInBraces
                && !datum.value.braceGroups.contains { group in
                    guard group.count <= longest else { return false }
                    let text = Array(datum.value[group])
                    return names[isEverywhere ? text.folded : text] != nil
                }
        }
    }

    private func sequentially() -> [UInt8]? {
        let limit = template.count + data.reduce(0) { $0 + $1.value.count } + Self.maxGrowth
        var work = 0
        var text = template
        for datum in data {
            work += text.count + datum.key.count
            guard work <= Self.maxWork else { return nil }
            let finder = ByteFinder(datum.key, foldsCase: isEverywhere)
            var merged: [UInt8] = []
            var copied = 0
            while let place = finder.first(in: text.span, from: copied) {
                guard merged.count + place - copied + datum.value.count <= limit else { return nil }
                merged += text[copied..<place]
                merged += datum.value
                copied = place + datum.key.count
                // An empty name occurs once, before everything else.
                guard isEverywhere, !datum.key.isEmpty else { break }
            }
            if copied > 0 || !merged.isEmpty { text = merged + text[copied...] }
            work += merged.count
        }
        return text
    }
}

extension [UInt8] {
    /// Whether this is one pair of braces with no brace between them.
    fileprivate var isBraceGroup: Bool { braceGroups == [0..<count] }

    /// Whether there is no open brace that could form a pair with the adjacent text.
    fileprivate var isClosedInBraces: Bool {
        let braces = filter { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
        return braces.first != UInt8(ascii: "}") && braces.last != UInt8(ascii: "{")
    }
}
