import Workbench

/// The words that a page shows, its title first, with the block that each is from.
struct ShownWords: Equatable, Sendable {
    struct Word: Equatable, Sendable {
        var text: String
        /// The line of the text, from 1; 0 for the title.
        let line: Int
        /// The blocks that it is from, by name; `title` for the title.
        var blocks: Set<String>
        /// The nearest id around it.
        let id: String?
    }

    private(set) var words: [Word] = []

    /// Linear.
    init(_ lines: ScriptReport.Lines) {
        for (index, line) in lines.enumerated() {
            var isInWord = false
            for piece in line {
                add(piece, line: index, continuing: isInWord)
                isInWord = !(piece.text.last?.isWhitespace ?? !isInWord)
            }
        }
    }

    private mutating func add(_ piece: ScriptReport.Piece, line: Int, continuing: Bool) {
        let blocks = Set([piece.block].compactMap(\.self))
        let parts = piece.text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
        for (index, part) in parts.enumerated() where !part.isEmpty {
            if index == 0, continuing, let last = words.indices.last {
                words[last].text += part
                words[last].blocks.formUnion(blocks)
            } else {
                words.append(Word(text: String(part), line: line, blocks: blocks, id: piece.id))
            }
        }
    }

    var texts: [String] { words.map(\.text) }

    /// Returns the texts of a block's words.
    func texts(of block: String) -> [String] { words.filter { $0.blocks.contains(block) }.map(\.text) }

    /// Returns a line as text.
    func line(_ number: Int) -> String {
        words.filter { $0.line == number }.map(\.text).joined(separator: " ")
    }
}

/// What a page shows beside what it should show.
struct ShownComparison {
    let shown: ShownWords
    let wanted: ShownWords
    let edits: ShortestEdits
    /// Of each word that should be shown, the index of the same word that is; nil if it is not shown.
    private let places: [Int?]

    init(_ shown: ScriptReport.Lines, with wanted: ScriptReport.Lines) {
        (self.shown, self.wanted) = (ShownWords(shown), ShownWords(wanted))
        edits = ShortestEdits(from: self.shown.texts, to: self.wanted.texts)
        var places: [Int?] = []
        var shift = 0
        for hunk in edits.hunks {
            places += (places.count..<hunk.new.lowerBound).map { $0 + shift }
            places += hunk.new.map { _ in nil }
            shift = hunk.old.upperBound - hunk.new.upperBound
        }
        places += (places.count..<self.wanted.words.count).map { $0 + shift }
        self.places = places
    }

    /// Returns the changed blocks that nothing separates, with the words that stand in their place: between those words
    /// around them that are from other parts of the page and are shown.
    func groups(of changed: [String]) -> [(blocks: [String], texts: ArraySlice<String>)] {
        let texts = shown.texts
        let isTitle = Set(["title"])
        // The title has a place of its own.
        let body = shown.words.firstIndex { $0.line > 0 } ?? texts.count
        var groups: [(blocks: [String], texts: ArraySlice<String>)] = []
        var (blocks, start) = ([String](), body)
        func close(at end: Int) {
            if !blocks.isEmpty { groups.append((blocks, texts[start..<max(start, end)])) }
            blocks = []
        }
        if changed.contains("title") { groups.append((["title"], texts[..<body])) }
        for (word, place) in zip(wanted.words, places) where word.blocks != isTitle && word.line > 0 {
            let here = changed.filter { word.blocks.contains($0) && !blocks.contains($0) }
            if word.blocks.isDisjoint(with: changed), let place, place >= start {
                close(at: place)
                start = place + 1
            }
            blocks += here
        }
        close(at: texts.count)
        return groups
    }

    /// The words outside of the changed blocks that are not shown, although nothing is in their place.
    func lost(outside changed: [String]) -> [ShownWords.Word] {
        edits.hunks.filter(\.old.isEmpty).flatMap { wanted.words[$0.new] }
            .filter { $0.blocks.isDisjoint(with: changed) }
    }

    /// Returns the place of a text that is shown beside what should be: the id around it; nil if it is not shown.
    func place(ofAdded texts: [String]) -> String?? {
        for hunk in edits.hunks where hunk.old.count >= texts.count && !texts.isEmpty {
            for start in hunk.old.lowerBound...(hunk.old.upperBound - texts.count)
            where shown.words[start..<(start + texts.count)].map(\.text) == texts {
                return .some(shown.words[start].id)
            }
        }
        return nil
    }

    /// The lines that differ, by the lines of what should be shown; 0 is the title.
    var lines: [CallbackVerdict.Line] {
        var lines: [CallbackVerdict.Line] = []
        for hunk in edits.hunks {
            let wantedLine = wanted.words[min(hunk.new.lowerBound, wanted.words.count)...].first?.line
            let shownLine = shown.words[min(hunk.old.lowerBound, shown.words.count)...].first?.line
            let number = wantedLine ?? wanted.words.last?.line ?? 0
            guard lines.last?.number != number else { continue }
            lines.append(
                .init(number: number, shown: shownLine.map(shown.line) ?? "", wanted: wanted.line(number)))
        }
        return lines
    }
}
