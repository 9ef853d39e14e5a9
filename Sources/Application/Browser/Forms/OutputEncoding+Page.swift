import HTML
import SonicProtocol

extension OutputEncoding {
    /// Creates the encoding of the query of an address in a page of this encoding, or nil for UTF-8. Creating an
    /// encoder is costly, and hardly any address needs one.
    package init?(
        forQueryOf address: String, _ encoding: CharacterEncoding, _ conversion: CharacterConversion
    ) {
        guard encoding != .utf8, address.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        self.init(encoding, conversion)
    }

    /// Creates the encoding of text that a page in this encoding submits.
    init(_ encoding: CharacterEncoding, _ conversion: CharacterConversion) {
        let encoder = TextEncoder(encoding, conversion)
        guard encoder.encoding != .utf8 else {
            self = .utf8
            return
        }
        self.init(name: encoder.encoding.name) { text in
            var pieces: [Piece] = []
            encoder.write(text) {
                pieces.append(.bytes($0))
            } missing: {
                pieces.append(.missing($0))
            }
            return pieces
        }
    }
}
