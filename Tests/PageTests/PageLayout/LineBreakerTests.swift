import Foundation
import TestSupport
import Testing

@testable import PageLayout

@Suite struct LineBreakerTests {
    /// The text with a bar at each break opportunity, and a question mark where it depends on what follows.
    private func marked(_ text: String) -> String {
        var breaker = LineBreaker()
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch breaker.advance(LineBreakKind(scalar.value)) {
            case .held: break
            case .allowed: result.append("|")
            case .required: result.append("!")
            case .doubtful: result.append("?")
            }
            result.append(scalar)
        }
        return String(result)
    }

    private func unmarked(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "|" && $0 != "?" }))
    }

    // MARK: Unicode's own cases

    /// A line of LineBreakTest.txt: scalars, and whether a break is allowed before each.
    private func parse(_ line: Substring) -> (scalars: [UInt32], breaks: [Bool])? {
        let fields = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        guard fields.count > 2 else { return nil }
        var scalars: [UInt32] = []
        var breaks: [Bool] = []
        for field in fields {
            if let value = UInt32(field, radix: 16) {
                scalars.append(value)
            } else {
                breaks.append(field == "÷")
            }
        }
        return (scalars, breaks)
    }

    /// Whether this project deliberately differs from Unicode 15.0 there (decision 0090).
    private func isTailored(_ kinds: [LineBreakKind], at index: Int) -> Bool {
        let next = kinds[index]
        var place = index - 1
        var hasSpaces = false
        while place >= 0, kinds[place].breaks == .space { (hasSpaces, place) = (true, place - 1) }
        while place > 0, kinds[place].breaks == .mark || kinds[place].breaks == .joiner { place -= 1 }
        guard place >= 0 else { return hasSpaces && [.infix, .slash].contains(next.breaks) }
        let last = kinds[place]
        let quotes: [LineBreakClass] = [.quote, .openingQuote, .closingQuote]
        if hasSpaces {
            return [.infix, .slash, .closingQuote, .smallKana].contains(next.breaks)
                || quotes.contains(last.breaks)
        }
        if next.breaks == .smallKana || last.breaks == .smallKana { return true }
        if quotes.dropFirst().contains(next.breaks) || quotes.dropFirst().contains(last.breaks) {
            return true
        }
        if next.breaks == .opening, last.breaks == .prefix || last.breaks == .postfix { return true }
        let loose: [LineBreakClass] = [
            .exclamation, .slash, .closing, .parenthesis, .infix, .prefix, .postfix, .hyphen,
        ]
        return !last.isEastAsian && !next.isEastAsian && loose.contains(last.breaks)
    }

    @Test func `Unicode's line break test file passes, where it is installed`() {
        let file = "/usr/share/unicode/auxiliary/LineBreakTest.txt"
        // The file belongs to a package that the build does not need: without it there is nothing to compare.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
        var count = 0
        for line in text.split(separator: "\n") {
            guard let (scalars, breaks) = parse(line) else { continue }
            var breaker = LineBreaker()
            let kinds = scalars.map { LineBreakKind($0) }
            for (index, kind) in kinds.enumerated() {
                let place = breaker.advance(kind)
                let isAllowed = place == .allowed || place == .required
                let isBar = index > 0 && scalars[index - 1] == 0x7C
                guard isAllowed != breaks[index], !isBar, !isTailored(kinds, at: index) else { continue }
                count += 1
                if count < 60 { Issue.record("\(line) at \(index)") }
            }
        }
        #expect(count == 0)
    }

    // MARK: This project's cases

    private static let rows = TableRow.all(in: "Tests/PageTests/PageLayout/LineBreaks.table")

    @Test(arguments: rows)
    func `lines may break at the bars of the table`(row: TableRow) {
        #expect(marked(unmarked(row[0])) == row[0])
    }

    @Test func `the table of line breaks has its rows`() { #expect(Self.rows.count >= 77) }

    @Test func `printable ASCII breaks after hyphens between words only`() {
        for first in UInt32(0x21)...0x7E {
            for second in UInt32(0x21)...0x7E {
                var breaker = LineBreaker()
                _ = breaker.advance(LineBreakKind(0x61))
                _ = breaker.advance(LineBreakKind(first))
                let isLetter = (0x41...0x5A).contains(second & 0xDF) && second > 0x40
                let isSign = [0x23, 0x26, 0x2A, 0x3C, 0x3D, 0x3E, 0x40, 0x5E, 0x5F, 0x60, 0x7C, 0x7E]
                    .contains(second)
                let place = breaker.advance(LineBreakKind(second))
                #expect((place == .allowed) == (first == 0x2D && (isLetter || isSign)), "\(first) \(second)")
            }
        }
    }
}
