/// Checks a body against its Content-Type. A login page instead of an image, or a truncated image, is shown once and
/// then requested again: if stored as fresh, it would hide the correct one for that whole lifetime.
public enum BodyCheck {
    /// Whether a body contradicts its headers; false if that cannot be decided. Linear; does not read bodies of HTML or
    /// plain text.
    /// - Parameters:
    ///   - body: The whole body, content coding removed.
    ///   - headers: The headers of the response.
    public static func contradicts(_ body: [UInt8], _ headers: Headers) -> Bool {
        guard let type = ResponseClassifier.mediaType(headers) else { return false }
        if pictures.contains(type) { return isPage(body) || !isCompletePicture(body) }
        if jsonTypes.contains(type) || type.hasSuffix("+json") && !type.hasPrefix("image/svg") {
            return !UpdateReader.isJSON(body)
        }
        let isOther = others.contains(type) || otherKinds.contains { type.hasPrefix($0) }
        return isOther && isPage(body)
    }

    private static let jsonTypes: Set = ["application/json", "text/json"]
    /// The image types whose formats are recognized by their first bytes.
    private static let pictures: Set = [
        "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/bmp", "image/x-icon",
        "image/vnd.microsoft.icon", "image/avif", "image/tiff",
    ]
    /// The types, and the kinds of type, of anything but HTML.
    private static let others: Set = [
        "text/css", "text/javascript", "application/javascript", "application/x-javascript",
        "application/ecmascript", "application/pdf", "application/wasm", "application/zip",
        "application/gzip",
    ]
    private static let otherKinds = ["image/", "audio/", "video/", "font/"]

    /// Whether a body begins like an HTML page.
    private static func isPage(_ body: [UInt8]) -> Bool {
        let marked = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
        let start = marked.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        return beginnings.contains { beginning in
            start.count >= beginning.count
                && Bytes.equalIgnoringCase(start.prefix(beginning.count), beginning)
        }
    }

    private static let beginnings = [
        "<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script",
    ]
    .map { Array($0.utf8) }

    /// Whether a file is an image of a known format that contains the end of the image. Data after the end is ignored.
    /// The end of the other formats cannot be found without decoding, so they count as complete. Linear.
    private static func isCompletePicture(_ file: [UInt8]) -> Bool {
        // PNG (https://www.w3.org/TR/png-3/ §5).
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return hasEndOfPNG(file) }
        // JPEG (ITU T.81 annex B).
        if file.starts(with: [0xFF, 0xD8, 0xFF]) { return hasEndOfJPEG(file) }
        // GIF (89a §17 to §27).
        if file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) {
            return file.last { $0 != 0 } == 0x3B
        }
        // WebP (RFC 9649 §2).
        if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
            return file.count >= 12
                && file.count >= 8 + (4..<8).reversed().reduce(0) { $0 << 8 | Int(file[$1]) }
        }
        let beginnings: [[UInt8]] = [
            Array("BM".utf8), [0, 0, 1, 0], [0, 0, 2, 0], Array("II*\0".utf8), Array("MM\0*".utf8),
            [0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], Array("<svg".utf8), Array("<?xml".utf8),
        ]
        return beginnings.contains { file.starts(with: $0) }
            || file.dropFirst(4).starts(with: "ftyp".utf8)
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

extension UpdateReader {
    /// Whether a body is one JSON value (RFC 8259) in UTF-8, nested at most 512 levels deep. Linear.
    fileprivate static func isJSON(_ body: [UInt8]) -> Bool {
        do throws(DataUpdate.Failure) {
            var reader = try UpdateReader(body)
            try reader.skipValue(within: 0)
            return reader.next == nil
        } catch {
            return false
        }
    }
}
