import BrowserServices
import TestSupport
import Testing

@testable import HTML

/// The names of encodings, what bytes decode to and text is encoded as: the rows of a table, whose head lists the questions.
struct EncodingTableTests {
    static let rows = TableRow.all(in: "Tests/PageTests/HTML/Encodings/Encodings.table")

    @Test(arguments: rows.filter { $0[0] != "sample" })
    func `an encoding is what its row says`(row: TableRow) throws {
        switch row[0] {
        case "label": #expect(Self.name(CharacterEncoding(label: row[1].utf8)) == row[2])
        case "type": #expect(Self.name(CharacterEncoding(contentType: row[1].utf8)) == row[2])
        case "meta": #expect(Self.name(MarkupScan.meta(in: Array(row[1].utf8)[...])?.encoding) == row[2])
        case "chosen":
            switch ChosenEncoding(row[1]) {
            case .encoding(let encoding)?: #expect(Self.name(encoding) == row[2])
            case let other: #expect(other.map { "\($0)" } ?? "-" == row[2])
            }
        case "decode":
            let encoding = try #require(Self.encoding(row[1]))
            for pieces in [Int.max, 1, 2, 7] {
                let text = DecodingTests.text(Sample.bytes(row[2]), encoding, pieces: pieces)
                #expect(DecodingTests.visible(text) == DecodingTests.visible(row[3]))
            }
        case "encode":
            let encoding = try #require(Self.encoding(row[1]))
            #expect(Self.written(row[2], in: encoding) == row[3])
        case "guess":
            let bytes = Sample.bytes(row[2])
            let points = EncodingChoice.scores(bytes[...]).map { "\($0.encoding.name) \($0.score.average)" }
            let guess = EncodingChoice(guessing: bytes[...], isCut: false, language: nil)
            #expect(guess.encoding == Self.encoding(row[1]), "\(points.joined(separator: ", "))")
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of encodings has its rows`() {
        #expect(Self.rows.count >= 220 && Sample.all.count == 27)
    }

    static func encoding(_ name: String) -> CharacterEncoding? {
        CharacterEncoding.allCases.first { "\($0)" == name }
    }

    private static func name(_ encoding: CharacterEncoding?) -> String { encoding.map { "\($0)" } ?? "-" }

    /// A text as bytes in hexadecimal digits, with `?` for each character that the encoding lacks.
    private static func written(_ text: String, in encoding: CharacterEncoding) -> String {
        var words = ""
        TextEncoder(encoding, .iconv).write(text) { bytes in
            for byte in bytes { words += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
        } missing: { _ in
            words += "?"
        }
        return words
    }
}
