import CellGrid
import TestSupport
import Testing

/// Texts and their cells: the rows of a table, whose head lists the questions.
struct CellTableTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/CellGrid/Cells.table")

    @Test(arguments: rows)
    func `a text has the cells of its row`(row: TableRow) throws {
        let bytes = row.bytes.count > 1 ? row.bytes[1] : []
        var frame = Frame(size: Size(rows: 2, columns: 12))
        func number(_ cell: Int) throws -> Int { try #require(Int(row[cell])) }
        switch row[0] {
        case "width":
            let cluster = TextWidth.cluster(in: bytes.span, at: 0)
            #expect(cluster == (bytes.count, try number(2)))
        case "clusters": #expect(Self.clusters(bytes) == row.bytes.dropFirst(2).map { $0 })
        case "bytes": #expect(TextWidth.columns(of: bytes.span) == Column(bytes.count))
        case "short": #expect(TextWidth.shortened(row[1], to: Column(try number(2))) == row[3])
        case "middle":
            let columns = Column(try number(2))
            let shown = TextWidth.shortenedInMiddle(row[1], to: columns)
            #expect(shown == row[3] && TextWidth.columns(of: shown) <= columns)
        case "clip":
            let place = Position(row: 0, column: Column(try number(2)))
            let end = frame.put(row[1], at: place, within: Rect(row: 0, column: 2, rows: 1, columns: 6))
            #expect(frame.text == [row[3], ""] && frame.isWellFormed)
            #expect(end == Column(try number(4)))
        case "blanks":
            frame.put(row[1], at: Position(row: 0, column: 0))
            let column = Column(try number(2))
            let place = Position(row: 0, column: column)
            let made = frame.insertBlanks(try number(3), at: place, within: frame.bounds, style: .plain)
            #expect(made == (try number(5)))
            for number in 0..<made {
                frame.put("·", at: Position(row: 0, column: column + Column(number)))
            }
            #expect(frame.text[0] == row[4] && frame.isWellFormed)
        case "drawn":
            frame = Frame(size: Size(rows: 1, columns: 30))
            frame.put(row[1], at: Position(row: 0, column: 0))
            #expect(frame.text == [row[2]])
        case "over":
            frame = Frame(size: Size(rows: 1, columns: 6))
            frame.put("字字字", at: Position(row: 0, column: 0))
            frame.put("x", at: Position(row: 0, column: Column(try number(1))))
            #expect(frame.text == [row[2]] && frame.isWellFormed)
        case "case":
            for (letters, cell) in [(LetterCase.upper, 2), (.lower, 3), (.capitalized, 4)] {
                #expect(letters.applied(to: bytes[...], isInWord: false) == row.bytes[cell])
            }
        case "word":
            let isInWord = LetterCase.isInWord(behind: bytes.span, bytes.count)
            #expect(isInWord == (row[2] == "yes"))
        case "sought": #expect(Self.found(row[1], in: row.bytes[2]) == Array(row.bytes.dropFirst(3)))
        case "no search": #expect(SoughtText(row[1]) == nil)
        case "passage":
            let found = SoughtPassageTests.found((row[1], row[2], row[3], row[4]))
            #expect(found ?? "-" == row[5])
        case "stream":
            for size in 1...max(1, bytes.count) {
                #expect(Self.shown(bytes, size) == row.bytes[2], "in pieces of \(size)")
            }
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of cells has its rows`() { #expect(Self.rows.count >= 189) }

    private static func clusters(_ bytes: [UInt8]) -> [[UInt8]] {
        var clusters: [[UInt8]] = []
        var offset = 0
        while offset < bytes.count {
            let length = TextWidth.cluster(in: bytes.span, at: offset).length
            clusters.append(Array(bytes[offset..<offset + length]))
            offset += length
        }
        return clusters
    }

    /// The matches of a text in another one, as written there.
    static func found(_ sought: String, in bytes: [UInt8]) -> [[UInt8]] {
        guard let sought = SoughtText(sought) else { return [] }
        var folded = FoldedText(sought.letters)
        folded.append(bytes.span, bytes.indices)
        return sought.places(in: folded).map {
            Array(bytes[folded.original(of: $0.lowerBound)..<folded.original(of: $0.upperBound)])
        }
    }

    /// What a terminal gets of bytes that arrive in pieces.
    private static func shown(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
        var stream = VisibleStream()
        var shown: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            shown += stream.append(Array(bytes[start..<min(bytes.count, start + size)]))
        }
        return shown + stream.finish()
    }
}
