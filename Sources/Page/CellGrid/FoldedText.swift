import CUtf8proc

/// A text folded for searching, with a map from its bytes back to the original.
///
/// Canonically equivalent texts become equal (NFC); outside the alphabets, compatibility forms, such as ligatures and
/// Arabic presentation forms, become the characters they represent (NFKC); and each run of blanks becomes one. ASCII
/// and ideographs, nearly all of most texts, need no table lookup.
public struct FoldedText: Sendable {
    /// Whether case distinguishes letters.
    public enum Case: Hashable, Sendable {
        /// `A` differs from `a`.
        case exact
        /// `A` equals `a`.
        case ignored
    }

    /// The folded text in UTF-8. The byte 0, which no sought text contains, separates parts that do not belong
    /// together.
    public private(set) var bytes: [UInt8] = []
    private var steps: [(folded: Int, original: Int)] = []
    private let letters: Case

    /// An empty text.
    public init(_ letters: Case) { self.letters = letters }

    /// Appends a part of an original. Linear.
    /// - Parameters:
    ///   - original: The whole original, valid UTF-8.
    ///   - range: The part.
    public mutating func append(_ original: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        note(index)
        while index < range.upperBound {
            let byte = original[index]
            let next = index + 1 < range.upperBound ? original[index + 1] : 0
            // The next character can combine with an ASCII one only if its first byte is 0xCC or above.
            if byte < 0x80, next < 0xCC {
                if byte == 0x20 {
                    appendBlank()
                } else {
                    bytes.append(letters == .ignored && byte &- 0x41 < 26 ? byte | 0x20 : byte)
                }
                index += 1
                note(index)
            } else {
                index = appendCluster(original, at: index, end: range.upperBound)
            }
        }
    }

    /// Appends a blank, unless the text is empty or ends with a blank or a break.
    public mutating func appendBlank() {
        if let last = bytes.last, last != 0x20, last != 0 { bytes.append(0x20) }
    }

    /// Appends a break, which no match crosses.
    public mutating func appendBreak() {
        if bytes.last == 0x20 { bytes.removeLast() }
        if let last = bytes.last, last != 0 { bytes.append(0) }
    }

    /// Returns the original offset of a byte of the folded text, at most that of the next step. Logarithmic.
    public func original(of folded: Int) -> Int {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].folded <= folded { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let place = steps[low - 1].original + folded - steps[low - 1].folded
        // A character may fold to more bytes than it has; parts of the original may be out of order.
        guard low < steps.count, steps[low].original > steps[low - 1].original else { return place }
        return min(place, steps[low].original)
    }

    /// How many bytes the folded text is ahead of the original since the last step.
    private var drift: Int { steps.last.map { $0.folded - $0.original } ?? 0 }

    /// Records the original offset of the next bytes appended.
    private mutating func note(_ original: Int) {
        guard steps.isEmpty || bytes.count - original != drift else { return }
        if steps.last?.folded == bytes.count { steps.removeLast() }
        steps.append((bytes.count, original))
    }

    /// Appends a character and the marks that combine with it.
    /// - Returns: The offset of the next character.
    private mutating func appendCluster(_ original: Span<UInt8>, at start: Int, end: Int) -> Int {
        guard let first = UTF8Scalar(in: original, at: start) else {
            bytes.append(original[start])
            note(start + 1)
            return start + 1
        }
        var index = min(end, start + first.length)
        // A soft hyphen is visible only at the end of a line.
        if first.value == 0xAD {
            note(index)
            return index
        }
        if first.value == 0x20 || first.value == 0xA0 || first.value == 0x202F || first.value == 0x3000 {
            appendBlank()
            note(index)
            return index
        }
        var combines = false
        while index < end, original[index] >= 0xCC, let next = UTF8Scalar(in: original, at: index),
            Self.combines(next.value)
        {
            combines = true
            index = min(end, index + next.length)
        }
        if !combines, !Self.hasForms(first.value) {
            appendFolded(first.value)
        } else {
            appendNormalized(original, start..<index)
        }
        note(index)
        return index
    }

    private mutating func append(_ scalar: Unicode.Scalar) { bytes += UTF8.encode(scalar)! }

    private mutating func appendNormalized(_ original: Span<UInt8>, _ range: Range<Int>) {
        var options = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
        // Alphabets keep their compatibility forms: ² is not 2.
        if original[range.lowerBound] >= 0xE2 { options |= UTF8PROC_COMPAT.rawValue }
        let flags = utf8proc_option_t(options)
        let input = (0..<range.count).map { original[range.lowerBound + $0] }
        var scalars = [Int32](repeating: 0, count: 18 * input.count + 1)
        var count = utf8proc_decompose(input, input.count, &scalars, scalars.count, flags)
        if count > 0, count <= scalars.count { count = utf8proc_normalize_utf32(&scalars, count, flags) }
        guard count > 0, count <= scalars.count else {
            bytes += input
            return
        }
        for value in scalars.prefix(count) {
            let value = UInt32(bitPattern: value)
            if value == 0x20 {
                appendBlank()
            } else {
                appendFolded(value)
            }
        }
    }

    /// Whether a scalar can combine with the one before it in canonical composition.
    private static func combines(_ value: UInt32) -> Bool {
        // Vowels and final consonants of Hangul have combining class 0.
        (0x1161...0x11FF).contains(value)
            || utf8proc_get_property(Int32(value)).pointee.combining_class != 0
    }

    /// Whether a single scalar may change under normalization.
    private static func hasForms(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x340, 0x3041..<0x3130, 0x3400..<0xA000, 0xAC00..<0xD800: false
        default: utf8proc_get_property(Int32(value)).pointee.decomp_seqindex != UInt16.max
        }
    }

    /// Appends a scalar; with case ignored, its full case folding (Unicode §5.18): ß is ss, ς is σ.
    private mutating func appendFolded(_ value: UInt32) {
        guard letters == .ignored else { return append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        if value < 0x80 {
            bytes.append(UInt8(value &- 0x41 < 26 ? value | 0x20 : value))
            return
        }
        guard utf8proc_get_property(Int32(value)).pointee.casefold_seqindex != UInt16.max else {
            return append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        var scalars = [Int32](repeating: 0, count: 8)
        var boundary: Int32 = 0
        let options = utf8proc_option_t(UTF8PROC_CASEFOLD.rawValue)
        let count = utf8proc_decompose_char(Int32(value), &scalars, scalars.count, options, &boundary)
        for scalar in scalars.prefix(max(0, min(count, scalars.count))) {
            append(Unicode.Scalar(UInt32(bitPattern: scalar)) ?? "\u{FFFD}")
        }
    }
}
