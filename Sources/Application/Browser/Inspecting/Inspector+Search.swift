import CellGrid

/// A search through what the inspector shows.
enum InspectorSearch: Sendable {
    /// Through words.
    case lines(TextSearch)
    /// Through bytes.
    case bytes(ByteSearch)

    /// What is looked for.
    var sought: SoughtText {
        switch self {
        case .lines(let search): search.sought
        case .bytes(let search): search.sought
        }
    }
}

// Looking for text in what is shown. It goes along to other views and forms.
extension Inspector: Searchable {
    var sought: SoughtText? { search?.sought }

    var tally: SearchTally? {
        switch (search, content) {
        case (.lines(let search), _): search.tally
        case (.bytes(let search), .bytes(let text)): search.tally(text)
        case (.bytes, .lines), (nil, _): nil
        }
    }

    var searchOrigin: SearchOrigin { SearchOrigin(top: top) }

    mutating func perform(_ step: SearchStep, height: Int) {
        if case .begin(let sought, let origin) = step {
            seek(sought)
            if origin.top != top || aimsAtEnd { scroll(to: origin.top, height: height) }
        }
        let shown = top..<top + height
        switch step {
        case .begin:
            turnSearch(
                { $0.go(to: $0.first(fromLine: shown.lowerBound)) },
                { $0.setOut(.next($1.offset(ofRow: shown.lowerBound))) })
        case .next:
            turnSearch(
                { search in
                    let hit = Self.hit(search, in: shown)
                    search.go(to: hit.map { $0 + 1 } ?? search.first(fromLine: shown.lowerBound))
                },
                { search, text in
                    let hit = Self.hit(&search, text, in: shown)
                    search.setOut(.next(hit?.upperBound ?? text.offset(ofRow: shown.lowerBound)))
                })
        case .previous:
            turnSearch(
                { search in
                    let hit = Self.hit(search, in: shown)
                    search.go(to: (hit ?? search.first(fromLine: shown.upperBound)) - 1)
                },
                { search, text in
                    let hit = Self.hit(&search, text, in: shown)
                    search.setOut(.previous(hit?.lowerBound ?? text.offset(ofRow: shown.upperBound)))
                })
        case .mark(let sought): return seek(sought)
        }
        if case .lines(let search) = search, let hit = search.hit {
            show(row: search.matches[hit].line, height: height)
        }
        settleSearch(height: height)
    }

    /// Looks for a text in what is shown; nil looks for nothing.
    private mutating func seek(_ sought: SoughtText?) {
        guard sought != self.sought else { return }
        guard let sought else { return (search, marks) = (nil, [:]) }
        switch content {
        case .lines(let lines): search = .lines(TextSearch(sought, in: lines))
        case .bytes(let text): search = .bytes(ByteSearch(sought, text.form))
        }
    }

    /// Looks through what has taken the place of something else.
    /// - Parameter isSamePlace: Whether it is the same, with other figures or at another width: then the match that
    ///   was gone to last is known by its number.
    mutating func searchAgain(inSamePlace isSamePlace: Bool) {
        guard let old = search else { return }
        search = nil
        seek(old.sought)
        guard isSamePlace, case .lines(let before) = old, case .lines(var now) = search else { return }
        now.hit = before.hit.flatMap { $0 < now.matches.count ? $0 : nil }
        search = .lines(now)
    }

    // MARK: Going to a match

    /// The match among words that was gone to last, where it is on one of some rows.
    private static func hit(_ search: TextSearch, in rows: Range<Int>) -> Int? {
        search.hit.flatMap { rows.contains(search.matches[$0].line) ? $0 : nil }
    }

    /// The match among bytes that was gone to last, where it begins on one of some rows.
    private static func hit(_ search: inout ByteSearch, _ text: ByteText, in rows: Range<Int>) -> Range<Int>?
    {
        guard let hit = search.hitBytes(text) else { return nil }
        let shown = text.offset(ofRow: rows.lowerBound)..<text.offset(ofRow: rows.upperBound)
        return shown.contains(hit.lowerBound) ? hit : nil
    }

    /// Changes the search in place, whichever it is.
    private mutating func turnSearch(
        _ words: (inout TextSearch) -> Void, _ bytes: (inout ByteSearch, ByteText) -> Void
    ) {
        switch (search, content) {
        case (.lines(var search), _):
            words(&search)
            self.search = .lines(search)
        case (.bytes(var search), .bytes(let text)):
            self.search = nil
            bytes(&search, text)
            self.search = .bytes(search)
        case (.bytes, .lines), (nil, _): return
        }
    }

    /// Scrolls to a row, unless it is on the screen.
    private mutating func show(row: Int, height: Int) {
        guard !(top..<top + height).contains(row) else { return }
        scroll(to: row - height / 3, height: height)
    }

    // MARK: Work

    /// How many steps are made at once for a match that is waited for, some two milliseconds; the rest is idle work.
    private static let searchStride = 4

    /// Whether all that is shown was looked through.
    var isSearched: Bool {
        guard case .bytes(let search) = search, case .bytes(let text) = content else { return true }
        return search.isComplete(text)
    }

    /// Looks through some more, while nothing else happens.
    mutating func advanceSearch(_ text: ByteText) {
        guard case .bytes(var search) = search else { return }
        self.search = nil
        _ = search.advance(text)
        self.search = .bytes(search)
    }

    /// Goes on to the match that is wanted, shows it as soon as its row is known, and marks what is on the screen.
    mutating func settleSearch(height: Int) {
        turnSearch({ _ in }) { search, text in
            var steps = Self.searchStride
            while steps > 0, search.isOnWay, search.advance(text) { steps -= 1 }
        }
        showHit(height: height)
        mark(top..<top + height)
    }

    private mutating func showHit(height: Int) {
        guard case .bytes(var search) = search, case .bytes(let text) = content, search.course == .found,
            let hit = search.hitBytes(text), let row = row(atOffset: hit.lowerBound)
        else { return }
        search.rest()
        self.search = .bytes(search)
        show(row: row, height: height)
    }

    /// Notes what is to be marked on some rows. Linear in them and the matches there.
    private mutating func mark(_ rows: Range<Int>) {
        marks = [:]
        switch (search, content) {
        case (.lines(let search), _):
            for row in rows {
                let marks = search.matches(onLine: row).map {
                    SearchMark(columns: $0.columns, isHit: $0.number == search.hit)
                }
                if !marks.isEmpty { self.marks[row] = marks }
            }
        case (.bytes(var search), .bytes(let text)):
            self.search = nil
            var start = text.offset(ofRow: rows.lowerBound)
            for row in rows.clamped(to: 0..<text.rowCount) {
                let end = text.end(ofRowFrom: start)
                for match in search.matches(touching: start..<end, text) {
                    let columns = text.columns(of: match.bytes, inRow: start..<end)
                    marks[row, default: []] += columns.map { SearchMark(columns: $0, isHit: match.isHit) }
                }
                start = end
            }
            self.search = .bytes(search)
        case (.bytes, .lines), (nil, _): return
        }
    }
}
