/// Limits the text that style sheets generate: a rule is stated once and applies to any number of elements.
///
/// An element gets at most 1 KiB, and a page as many bytes as it has itself and 64 KiB more
/// (docs/decisions/0540-repeated-text-is-limited.md).
struct GeneratedTextLimit: Sendable {
    /// The maximum for one element, before and after its content, in bytes.
    static let ofElement = 1024
    private static let surplusOfPage = 65_536

    /// The bytes of text beyond those of the source read meanwhile.
    private(set) var surplus = 0
    /// The offset in the source up to which it was read.
    private var source = 0

    /// Continues at the start of a chunk, which may have moved.
    mutating func resume(at offset: Int) { source = offset }

    /// Notes that the source was read up to an offset.
    mutating func advance(to offset: Int) {
        surplus = max(0, surplus - max(0, offset - source))
        source = max(source, offset)
    }

    /// Returns the text of an element as far as there is room for it, with a mark if it was cut.
    /// - Parameters:
    ///   - count: The number of bytes that the element already has.
    ///   - offset: The place of the text in the source.
    mutating func cut(_ text: [UInt8], behind count: Int = 0, at offset: Int) -> [UInt8] {
        advance(to: offset)
        let room = max(0, min(Self.ofElement - count, Self.surplusOfPage - surplus))
        var text = text
        if text.count > room {
            let mark = Array("…".utf8)
            let end = room < mark.count ? 0 : UTF8Text.start(of: text.span, before: room - mark.count + 1)
            text.replaceSubrange(end..., with: room < mark.count ? [] : mark)
        }
        surplus += text.count
        return text
    }
}
