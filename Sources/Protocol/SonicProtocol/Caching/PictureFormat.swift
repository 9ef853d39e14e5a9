/// An image format, recognized by the first bytes of a file. No image is decoded.
enum PictureFormat {
    /// PNG (https://www.w3.org/TR/png-3/ §5).
    case png
    /// JPEG (ITU T.81 annex B).
    case jpeg
    /// GIF (89a §17 to §27).
    case gif
    /// WebP (RFC 9649 §2).
    case webP
    /// A format whose end cannot be found without decoding.
    case other

    /// Recognizes the format of a file; nil if it is not an image of a known format.
    init?(_ file: [UInt8]) {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webP
        } else if Self.isOther(file) {
            self = .other
        } else {
            return nil
        }
    }

    private static func isOther(_ file: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            Array("BM".utf8), [0, 0, 1, 0], [0, 0, 2, 0], Array("II*\0".utf8), Array("MM\0*".utf8),
            [0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], Array("<svg".utf8), Array("<?xml".utf8),
        ]
        return beginnings.contains { file.starts(with: $0) }
            || file.dropFirst(4).starts(with: "ftyp".utf8)
    }

    /// Whether the file contains the end of the image. Data after it is ignored. Linear.
    func isComplete(_ file: [UInt8]) -> Bool {
        switch self {
        case .png: Self.hasEndOfPNG(file)
        case .jpeg: Self.hasEndOfJPEG(file)
        case .gif: file.last { $0 != 0 } == 0x3B
        case .webP:
            file.count >= 12
                && file.count >= 8 + (4..<8).reversed().reduce(0) { $0 << 8 | Int(file[$1]) }
        case .other: true
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Whether the chunks end with IEND.
    private static func hasEndOfPNG(_ file: [UInt8]) -> Bool {
        var index = 8
        while index + 12 <= file.count {
            if file[(index + 4)..<(index + 8)].elementsEqual("IEND".utf8) { return true }
            index += 12 + number(file[index..<(index + 4)])
        }
        return false
    }

    /// Whether an end of image follows the first scan. Segments before it, which may contain thumbnails, are skipped;
    /// within a scan, the marker has no other meaning (B.1.1.5).
    private static func hasEndOfJPEG(_ file: [UInt8]) -> Bool {
        var index = 2
        while index + 4 <= file.count, file[index] == 0xFF {
            switch file[index + 1] {
            case 0xFF: index += 1
            case 0xDA:
                let scan = file[index...]
                return zip(scan, scan.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
            case 0x01, 0xD0...0xD8: index += 2
            default: index += 2 + max(2, number(file[(index + 2)..<(index + 4)]))
            }
        }
        return false
    }
}
