import CUtf8proc

/// A text in the form in which it is looked through, and where each part of it stands in the original.
///
/// Canonically equivalent texts are one text (NFC), compatible forms outside the alphabets, such as ligatures and the
/// letters that Arabic is drawn with, are what they stand for (NFKC), and any number of blanks are one. ASCII and
/// ideographs, nearly all there is, take no look at a table.
public struct FoldedText: Sendable {
    /// Whether capitals and small letters are told apart.
    public enum Case: Hashable, Sendable {
        /// `A` is not `a`.
        case exact
        /// `A` is `a`.
        case ignored
    }

    /// A place where what was folded and the original stop to go on side by side.
    private struct Step {
        var folded: Int
        var original: Int
    }

    /// The text in UTF-8. No sought text has the byte 0 in it, which stands between what does not belong together.
    public private(set) var bytes: [UInt8] = []
    private var steps: [Step] = []
    private let letters: Case

    /// An empty text.
    public init(_ letters: Case) { self.letters = letters }

    /// Adds a part of an original, whose bytes are valid UTF-8. Linear.
    /// - Parameters:
    ///   - original: All of it.
    ///   - range: The part.
    public mutating func append(_ original: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        note(index)
        while index < range.upperBound {
            let byte = original[index]
            let next = index + 1 < range.upperBound ? original[index + 1] : 0
            // What follows an ASCII character combines with it only where its first byte is 0xCC or above.
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

    /// Adds a blank, unless the text ends with one or begins here.
    public mutating func appendBlank() {
        if let last = bytes.last, last != 0x20, last != 0 { bytes.append(0x20) }
    }

    /// Adds what nothing that is sought goes across.
    public mutating func appendBreak() {
        if bytes.last == 0x20 { bytes.removeLast() }
        if let last = bytes.last, last != 0 { bytes.append(0) }
    }

    /// Where a byte of the text stands in the original, at the latest where the next part does. Logarithmic.
    public func original(of folded: Int) -> Int {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].folded <= folded { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let place = steps[low - 1].original + folded - steps[low - 1].folded
        // A character may fold to more bytes than it has; parts of the original need not be in order.
        guard low < steps.count, steps[low].original > steps[low - 1].original else { return place }
        return min(place, steps[low].original)
    }

    /// By how much the text is longer than the original since the last step.
    private var drift: Int { steps.last.map { $0.folded - $0.original } ?? 0 }

    /// Notes that what is added next comes from a place of the original.
    private mutating func note(_ original: Int) {
        guard steps.isEmpty || bytes.count - original != drift else { return }
        if steps.last?.folded == bytes.count { steps.removeLast() }
        steps.append(Step(folded: bytes.count, original: original))
    }

    /// Adds a character with what combines with it.
    /// - Returns: Where the next one begins.
    private mutating func appendCluster(_ original: Span<UInt8>, at start: Int, end: Int) -> Int {
        guard let first = UTF8Scalar(in: original, at: start) else {
            bytes.append(original[start])
            note(start + 1)
            return start + 1
        }
        var index = min(end, start + first.length)
        // The soft hyphen is not seen, but where a line ends.
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
        // Alphabets keep their forms: ² is not 2.
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

    /// Whether a scalar joins the one before it in canonical composition.
    private static func combines(_ value: UInt32) -> Bool {
        // Vowels and last consonants of Hangul have no combining class.
        (0x1161...0x11FF).contains(value)
            || utf8proc_get_property(Int32(value)).pointee.combining_class != 0
    }

    /// Whether a scalar alone may be another one in the normal form.
    private static func hasForms(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x340, 0x3041..<0x3130, 0x3400..<0xA000, 0xAC00..<0xD800: false
        default: utf8proc_get_property(Int32(value)).pointee.decomp_seqindex != UInt16.max
        }
    }

    /// Adds a scalar; where case is ignored by its full folding (Unicode §5.18): ß is ss, ς is σ.
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
