import HTML
import Testing

/// A text and its bytes in an encoding.
struct Sample: CustomTestStringConvertible {
    let encoding: CharacterEncoding
    let hexadecimal: String
    let text: String

    init(_ encoding: CharacterEncoding, _ hexadecimal: String, _ text: String) {
        self.encoding = encoding
        self.hexadecimal = hexadecimal
        self.text = text
    }

    var bytes: [UInt8] { Self.bytes(hexadecimal) }
    var testDescription: String { encoding.name }

    /// The bytes of pairs of hexadecimal digits; spaces between them are ignored.
    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { index -> UInt8 in
            let value = digits[index] * 16 + digits[index + 1]
            return UInt8(value)
        }
    }

    /// A text for each encoding, with markup and ASCII where that matters.
    static let all: [Sample] = EncodingTableTests.rows.filter { $0[0] == "sample" }.compactMap { row in
        EncodingTableTests.encoding(row[1]).map { Sample($0, row[2], row[3]) }
    }
}
