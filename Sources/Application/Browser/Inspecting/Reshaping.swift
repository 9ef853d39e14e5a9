import HTML

/// An incremental conversion of bytes to another form.
struct Reshaping: Sendable {
    /// The conversion.
    enum Conversion: Sendable {
        /// To UTF-8, from another encoding.
        case decoded(SentText)
        /// To indented JSON.
        case indented(JSONIndenter)
    }

    /// The bytes not converted yet.
    private(set) var rest: ArraySlice<UInt8>
    private var conversion: Conversion

    private static let pieceBytes = 16 << 10

    /// Creates a conversion of bytes.
    init(_ bytes: [UInt8], _ conversion: Conversion) {
        rest = bytes[...]
        self.conversion = conversion
    }

    /// Whether all bytes are converted.
    var isDone: Bool { rest.isEmpty }

    /// Returns the converted form of the next piece.
    mutating func next() -> [UInt8] {
        let piece = Array(rest.prefix(Self.pieceBytes))
        rest = rest.dropFirst(piece.count)
        switch conversion {
        case .decoded(var text):
            // Releases the text, so that appending to it does not copy it.
            conversion = .indented(JSONIndenter())
            defer { conversion = .decoded(text) }
            return text.append(piece, isLast: isDone)
        case .indented(var indenter):
            defer { conversion = .indented(indenter) }
            return indenter.append(piece)
        }
    }
}
