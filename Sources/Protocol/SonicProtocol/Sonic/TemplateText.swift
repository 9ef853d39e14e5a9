/// A template as a file: a page's text with `{name}` where each block stands, as servers and phones keep it.
///
/// The places are found by searching the text, since nothing else tells them: a page that holds such text itself
/// cannot be told from its template, and only the hash of the merged page finds it out.
public struct TemplateText: Sendable, Equatable {
    private let bytes: [UInt8]

    /// A template of these bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A page made of the template and the data of an update.
    public struct Filled: Sendable, Equatable {
        /// The page's bytes.
        public var html: [UInt8]
        /// Names whose key stands nowhere in the template, in alphabetical order.
        public var homeless: [String]
        /// Names whose key stands in the template more than once; its first place is filled.
        public var repeated: [String]
    }

    /// Puts each value where its key first stands. What is put in is not searched again, but for the title within
    /// a block where the template itself has none. Linear in template and data.
    public func filled(with update: DataUpdate) -> Filled {
        let places = Placeholders(in: bytes, of: Set(update.data.keys)).places
        var homeless = update.data.keys.filter { places[$0] == nil }
        var title = homeless.contains("{title}") ? update.data["{title}"] : nil
        var html: [UInt8] = []
        var copied = 0
        for (key, place) in places.sorted(by: { $0.value.first.lowerBound < $1.value.first.lowerBound }) {
            html += bytes[copied..<place.first.lowerBound]
            var value = update.data[key] ?? []
            if let text = title, let inside = Placeholders(in: value, of: ["{title}"]).places["{title}"] {
                value.replaceSubrange(inside.first, with: text)
                homeless.removeAll { $0 == "{title}" }
                title = nil
            }
            html += value
            copied = place.first.upperBound
        }
        html += bytes[copied...]
        return Filled(
            html: html, homeless: homeless.map(PageSplit.withoutBraces).sorted(),
            repeated: places.filter { $0.value.count > 1 }.keys.map(PageSplit.withoutBraces).sorted())
    }
}
