/// A row of a table of cases in a file of the repository.
///
/// Cells are separated by ` | `; empty lines, and lines that begin with `#`, are no rows. In cells, `\n`, `\r`, `\t`, `\e`
/// and `\0` are control characters, `\p` a `|`, `\s` a blank, `\u{41}` a character, `\x80` a byte, and `\\` a backslash.
public struct TableRow: Sendable, CustomStringConvertible {
    /// The number of its line, from 1.
    public let line: Int
    /// The cells as bytes.
    public let bytes: [[UInt8]]
    /// What stands in the file.
    public let description: String

    /// The text of a cell; an empty one for a cell that is not there.
    public subscript(_ index: Int) -> String {
        index < bytes.count ? String(decoding: bytes[index], as: UTF8.self) : ""
    }

    /// The number of cells.
    public var count: Int { bytes.count }

    /// Reads the rows of a file.
    public static func all(in path: String) -> [TableRow] {
        // A table that cannot be read has no rows: the test that counts them reports it.
        let text = (try? GoldenFile.text(path)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        return lines.compactMap { index, line in
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            return TableRow(
                line: index + 1, bytes: cells(line).map(unescaped),
                description: "\(path.split(separator: "/").last ?? ""):\(index + 1): \(line)")
        }
    }

    private static func cells(_ line: Substring) -> [Substring] {
        var cells: [Substring] = []
        var rest = line
        while let end = rest.firstRange(of: " | ") {
            cells.append(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        if rest.hasSuffix(" |") { return cells + [rest.dropLast(2), ""] }
        return cells + [rest]
    }

    /// The bytes that a text with these escapes stands for.
    public static func unescaped(_ cell: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = cell.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch sign {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "e"): bytes.append(0x1B)
            case UInt8(ascii: "0"): bytes.append(0)
            case UInt8(ascii: "p"): bytes.append(UInt8(ascii: "|"))
            case UInt8(ascii: "s"): bytes.append(0x20)
            case UInt8(ascii: "x"):
                bytes.append(UInt8(String(Substring(rest.prefix(2))), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case UInt8(ascii: "u"):
                let number = String(Substring(rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }))
                rest = rest.drop { $0 != UInt8(ascii: "}") }.dropFirst()
                bytes +=
                    UInt32(number, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
                    ?? []
            default: bytes.append(sign)
            }
        }
        return bytes
    }
}
