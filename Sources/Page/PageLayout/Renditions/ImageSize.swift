/// The size of an image in pixels, parsed from the beginning of its file without decoding it.
public struct ImageSize: Hashable, Sendable {
    /// The width and height in pixels.
    public let width: Int, height: Int

    /// The size of a PNG (§11.2.2), GIF (89a §18) or JPEG (ITU T.81 §B.2.2) file; nil for any other, and if the size is
    /// missing or 0.
    public init?(of file: [UInt8]) {
        guard let size = Self.png(file) ?? Self.gif(file) ?? Self.jpeg(file), size.0 > 0, size.1 > 0 else {
            return nil
        }
        (width, height) = size
    }

    /// The approximate number of columns and rows, for cells 8 pixels wide and 16 high; both at least 1.
    public var cells: (columns: Int, rows: Int) { ((width - 1) / 8 + 1, (height - 1) / 16 + 1) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func png(_ file: [UInt8]) -> (Int, Int)? {
        guard file.count >= 24, file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        return (number(file[16..<20]), number(file[20..<24]))
    }

    private static func gif(_ file: [UInt8]) -> (Int, Int)? {
        guard file.count >= 10, file.starts(with: "GIF8".utf8) else { return nil }
        return (Int(file[6]) | Int(file[7]) << 8, Int(file[8]) | Int(file[9]) << 8)
    }

    private static func jpeg(_ file: [UInt8]) -> (Int, Int)? {
        guard file.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 < file.count, file[index] == 0xFF {
            let marker = file[index + 1]
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                return (number(file[(index + 7)..<(index + 9)]), number(file[(index + 5)..<(index + 7)]))
            case 0xFF:
                index += 1
                continue
            default: break
            }
            index += 2 + max(2, number(file[(index + 2)..<(index + 4)]))
        }
        return nil
    }
}
