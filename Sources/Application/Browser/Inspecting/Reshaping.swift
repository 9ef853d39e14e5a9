import HTML

/// Bytes on the way into another form, piece by piece: nothing has to wait for the last of them.
struct Reshaping: Sendable {
    /// What is made of them.
    enum Way: Sendable {
        /// Text in UTF-8, of text in another encoding.
        case decoded(SentText)
        /// A member of JSON a line.
        case indented(JSONIndenter)
    }

    /// What has not been taken yet.
    private(set) var rest: ArraySlice<UInt8>
    private var way: Way

    private static let pieceBytes = 16 << 10

    /// Bytes to be reshaped.
    init(_ bytes: [UInt8], _ way: Way) {
        rest = bytes[...]
        self.way = way
    }

    /// Whether nothing is left.
    var isDone: Bool { rest.isEmpty }

    /// What the next piece becomes.
    mutating func next() -> [UInt8] {
        let piece = Array(rest.prefix(Self.pieceBytes))
        rest = rest.dropFirst(piece.count)
        switch way {
        case .decoded(var text):
            // Lets go of the text, so that adding to it copies nothing.
            way = .indented(JSONIndenter())
            defer { way = .decoded(text) }
            return text.append(piece, isLast: isDone)
        case .indented(var indenter):
            defer { way = .indented(indenter) }
            return indenter.append(piece)
        }
    }
}
