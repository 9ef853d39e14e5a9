import Glibc
import HTML

extension CharacterConversion {
    /// The conversion with the C library's iconv
    /// (docs/decisions/0080-iconv-decodes-encodings-other-than-utf-8.md).
    ///
    /// The tables are loaded for the first page that requires them; each call opens a new descriptor, which takes about
    /// a microsecond, so that no state is shared.
    public static let iconv = CharacterConversion(
        convert: { encoding, bytes, output, repair in
            guard let name = Charset.name(of: encoding), let charset = Charset(name) else {
                return asciiOnly.convert(encoding, bytes, &output, repair)
            }
            defer { charset.close() }
            return charset.convert(bytes, to: &output, repair)
        },
        encode: { encoding, scalar in
            Charset.name(of: encoding).flatMap { Charset.bytes(of: scalar, in: $0) }
        },
        lacks: { encoding in
            guard let name = Charset.name(of: encoding) else { return false }
            guard let charset = Charset(name) else { return true }
            charset.close()
            return false
        })
}

/// An open iconv descriptor from one charset to UTF-8.
private struct Charset {
    private let descriptor: iconv_t

    /// Opens the charset; nil if the system lacks it.
    init?(_ name: String) {
        descriptor = iconv_open("UTF-8", name)
        // iconv_open returns (iconv_t)-1 for an error.
        if descriptor == iconv_t(bitPattern: -1) { return nil }
    }

    func close() { iconv_close(descriptor) }

    /// Converts bytes as documented for `CharacterConversion.convert`.
    func convert(
        _ bytes: ArraySlice<UInt8>, to output: inout [UInt8], _ repair: CharacterConversion.Repair
    ) -> Int {
        var taken = 0
        while taken < bytes.count {
            let (count, isMalformed) = run(bytes.dropFirst(taken), &output)
            taken += count
            guard isMalformed, let length = repair(bytes.dropFirst(taken), &output) else { return taken }
            taken += length
        }
        return taken
    }

    /// Returns a character in a charset; nil if the charset lacks it.
    static func bytes(of scalar: Unicode.Scalar, in name: String) -> [UInt8]? {
        let descriptor = iconv_open(name, "UTF-8")
        guard descriptor != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(descriptor) }
        var text = Array(String(Character(scalar)).utf8)
        return text.withUnsafeMutableBytes { source in
            var input = source.bindMemory(to: CChar.self).baseAddress
            var inputLeft = source.count
            return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
                var target = buffer.bindMemory(to: CChar.self).baseAddress
                var targetLeft = buffer.count
                // A positive result is the number of characters that were substituted.
                guard Glibc.iconv(descriptor, &input, &inputLeft, &target, &targetLeft) == 0,
                    // Flushes a character that is held back to be combined with a following mark.
                    Glibc.iconv(descriptor, nil, nil, &target, &targetLeft) == 0
                else { return nil }
                return Array(buffer[..<(buffer.count - targetLeft)])
            }
        }
    }

    /// Converts up to the end, to a character that is cut off there, or to the first invalid bytes.
    private func run(_ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) -> (count: Int, isMalformed: Bool) {
        bytes.withUnsafeBytes { source in
            // iconv takes a mutable pointer, but does not change the input.
            var input = UnsafeMutablePointer(mutating: source.bindMemory(to: CChar.self).baseAddress)
            var inputLeft = source.count
            return withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
                while true {
                    var target = buffer.bindMemory(to: CChar.self).baseAddress
                    var targetLeft = buffer.count
                    // Some charsets hold back a letter, to combine it with a following mark.
                    let isFlushed = inputLeft == 0
                    let status =
                        isFlushed
                        ? Glibc.iconv(descriptor, nil, nil, &target, &targetLeft)
                        : Glibc.iconv(descriptor, &input, &inputLeft, &target, &targetLeft)
                    let code = errno
                    output += buffer[..<(buffer.count - targetLeft)]
                    if status != -1 {
                        if isFlushed { return (source.count, false) }
                        continue
                    }
                    if code != E2BIG { return (source.count - inputLeft, code == EILSEQ) }
                }
            }
        }
    }

    /// The C library's names that differ from those of the standard in more than letters.
    private static let otherNames: [CharacterEncoding: String] = [
        .big5: "BIG5-HKSCS", .shiftJIS: "CP932", .eucJP: "EUC-JP-MS", .eucKR: "UHC",
        .iso8859Part8Logical: "ISO-8859-8", .macCyrillic: "MAC-UK",
    ]

    /// Returns the C library's name of the charset nearest to an encoding of the standard; nil if that encoding is
    /// decoded without iconv.
    static func name(of encoding: CharacterEncoding) -> String? {
        if [.utf8, .utf16LittleEndian, .utf16BigEndian, .iso2022JP, .userDefined].contains(encoding) {
            return nil
        }
        return otherNames[encoding] ?? encoding.name.replacing("windows-", with: "CP").uppercased()
    }
}
