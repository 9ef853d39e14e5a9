/// What stands in the place of changed blocks, in the words that a page shows there.
struct BlockAlignment {
    /// What stands in place of a block.
    enum Found: Equatable, Sendable {
        /// Its new text.
        case wanted
        /// Its old text.
        case old
        /// Its new text, beside that or the old one once more.
        case doubled
        /// The new text of another block.
        case other(String)
        /// These words.
        case text([String])
    }

    /// A block with its texts.
    struct Block {
        let name: String
        let old: [String]
        let wanted: [String]
    }

    /// What was found, by block.
    private(set) var found: [String: Found] = [:]

    /// The cost of a word that is from no block, of a block whose text is not its new one, and of one without any.
    private static let (word, other, none) = (2, 1, 50)
    /// The maximum number of steps; beyond that, only whether all is as it should be is told.
    private static let most = 1_000_000

    /// Finds the blocks in order such that the fewest words are from none of them. Takes steps in proportion to the
    /// blocks, to their number once more and to the words.
    init(_ texts: ArraySlice<String>, _ blocks: [Block]) {
        let texts = Array(texts)
        guard blocks.count * blocks.count * texts.count <= Self.most else {
            let isWanted = texts == blocks.flatMap(\.wanted)
            for block in blocks { found[block.name] = isWanted ? .wanted : .text([]) }
            return
        }
        // From the end: the least cost from each place on with the blocks from `index` on, and the way to it.
        var ways: [[Way]] = []
        var next = (0...texts.count).map { Way(cost: (texts.count - $0) * Self.word, step: nil) }
        for index in blocks.indices.reversed() {
            let options = Self.options(index, blocks)
            var row = [Way](repeating: Way(cost: 0, step: nil), count: texts.count + 1)
            for place in (0...texts.count).reversed() {
                var best = Way(cost: next[place].cost + Self.none, step: Step(found: nil, count: 0))
                // Words come before the block that is not there: they are what stands there.
                if place < texts.count, row[place + 1].cost + Self.word <= best.cost {
                    best = Way(cost: row[place + 1].cost + Self.word, step: nil)
                }
                for option in options where texts[place...].starts(with: option.texts) {
                    let cost =
                        next[place + option.texts.count].cost + (option.found == .wanted ? 0 : Self.other)
                    if cost < best.cost {
                        best = Way(cost: cost, step: Step(found: option.found, count: option.texts.count))
                    }
                }
                row[place] = best
            }
            ways.append(row)
            next = row
        }
        follow(ways.reversed(), texts, blocks)
    }

    private struct Step {
        /// What is found; nil for nothing.
        let found: Found?
        /// The number of words.
        let count: Int
    }

    private struct Way {
        let cost: Int
        /// The next block's step; nil for a word of none.
        let step: Step?
    }

    private static func options(_ index: Int, _ blocks: [Block]) -> [(found: Found, texts: [String])] {
        let block = blocks[index]
        let twice = [block.old + block.wanted, block.wanted + block.old, block.wanted + block.wanted]
        return [(.wanted, block.wanted), (.old, block.old)] + twice.map { (.doubled, $0) }
            + blocks.filter { $0.name != block.name }.map { (.other($0.name), $0.wanted) }
    }

    /// Reads what was found from the ways. The words of none before a block without text are what stands there.
    private mutating func follow(_ ways: [[Way]], _ texts: [String], _ blocks: [Block]) {
        var (place, free) = (0, [String]())
        for (block, row) in zip(blocks, ways) {
            while row[place].step == nil, place < texts.count {
                free.append(texts[place])
                place += 1
            }
            guard let step = row[place].step, let known = step.found else {
                found[block.name] = .text(free)
                free = []
                continue
            }
            (free, place) = ([], place + step.count)
            found[block.name] = known
        }
        // Words after the last block, if that has no text, are what stands there.
        if let last = blocks.last, case .text(let words) = found[last.name] {
            found[last.name] = .text(words + texts[place...])
        }
    }
}
