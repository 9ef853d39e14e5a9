// The most likely encoding of bytes without a declared encoding.
//
// Well-formed UTF-8 is UTF-8, and escapes without other bytes are ISO-2022-JP. Otherwise each candidate decodes the
// bytes and scores each character: high for a character that its language uses all the time, low for a common one,
// negative for a rare one and for invalid bytes. The best average wins; the language of the page counts as much as a
// text without faults. At equal scores the order of the candidates decides, windows-1252 first.
extension EncodingChoice {
    /// The single-byte encodings that are candidates, the more likely first.
    private static let singleByte: [(encoding: CharacterEncoding, score: SingleByteScore)] = [
        .windows1252, .windows1250, .iso8859Part2, .windows1251, .koi8U, .iso8859Part5, .ibm866, .windows1253,
        .iso8859Part7, .windows1254, .windows1255, .windows1256, .windows874, .windows1257, .windows1258,
    ].compactMap { encoding in SingleByteScore(encoding).map { (encoding, $0) } }

    /// Returns the score of the bytes in each candidate.
    static func scores(_ bytes: ArraySlice<UInt8>) -> [(encoding: CharacterEncoding, score: EncodingScore)] {
        [
            (.gb18030, .eastern(bytes, EncodingScore.gb18030)), (.big5, .eastern(bytes, EncodingScore.big5)),
            (.shiftJIS, .eastern(bytes, EncodingScore.shiftJIS)),
            (.eucJP, .eastern(bytes, EncodingScore.eucJP)), (.eucKR, .eastern(bytes, EncodingScore.eucKR)),
        ] + singleByte.map { ($0.encoding, $0.score.score(bytes)) }
    }

    /// The bonus of the encoding that is most common for pages without a declaration.
    private static let usualBonus = 60

    /// The bonus for the page's language, in points per character.
    private static let languageBonus = 300

    /// Guesses by a window that begins with the first byte that is evidence. Linear.
    /// - Parameters:
    ///   - isCut: Whether the window may end within a character.
    ///   - language: The language of the page, in lower case; nil for none.
    init(guessing bytes: ArraySlice<UInt8>, isCut: Bool, language: String?) {
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            let hasEscapes = Self.hasJapaneseEscapes(bytes)
            self = hasEscapes ? Self(.iso2022JP, .guess(.escapes)) : Self(.utf8, .guess(.onlyASCII))
            return
        }
        guard !Self.isUTF8(bytes, isCut: isCut) else {
            self.init(.utf8, .guess(.wellFormed))
            return
        }
        let spoken = language.flatMap { Self.usual(for: $0) } ?? []
        var best = (encoding: CharacterEncoding.windows1252, points: Int.min)
        for candidate in Self.scores(bytes) {
            let bonus = spoken.contains(candidate.encoding) ? Self.languageBonus : 0
            let points =
                candidate.score.average + bonus
                + (candidate.encoding == .windows1252 ? Self.usualBonus : 0)
            if points > best.points { best = (candidate.encoding, points) }
        }
        let clue = language.flatMap { spoken.contains(best.encoding) ? Clue.language($0) : nil }
        self.init(best.encoding, .guess(clue ?? .likeness))
    }

    /// Returns the encodings formerly used for a language.
    private static func usual(for language: String) -> [CharacterEncoding]? {
        let parts = language.split(separator: "-")
        switch parts.first {
        case "zh":
            let isTraditional = parts.contains { ["tw", "hk", "mo", "hant"].contains($0) }
            return isTraditional ? [.big5] : [.gb18030]
        case "ja": return [.shiftJIS, .eucJP]
        case "ko": return [.eucKR]
        case let language?: return Alphabet.all.first { $0.languages.contains(String(language)) }?.encodings
        case nil: return nil
        }
    }

    /// Whether the ASCII contains escapes to Japanese character sets (RFC 1468).
    private static func hasJapaneseEscapes(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let escape = rest.firstIndex(of: 0x1B) {
            rest = rest[(escape + 1)...]
            let code = rest.prefix(2)
            if ["$B", "$@", "(J", "(I"].contains(where: { code.elementsEqual($0.utf8) }) { return true }
        }
        return false
    }

    /// Whether the bytes are UTF-8, except for a character cut by the end of a window.
    static func isUTF8(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let more: Int
            switch byte {
            case 0..<0x80: more = 0
            case 0xC2...0xDF: more = 1
            case 0xE0...0xEF: more = 2
            case 0xF0...0xF4: more = 3
            default: return false
            }
            for place in 0..<more {
                guard index + 1 + place < bytes.endIndex else { return isCut }
                let next = bytes[index + 1 + place]
                guard next & 0xC0 == 0x80 else { return false }
                guard place == 0 else { continue }
                // Overlong forms, surrogates, and code points above U+10FFFF.
                if byte == 0xE0 && next < 0xA0 || byte == 0xED && next > 0x9F || byte == 0xF0 && next < 0x90
                    || byte == 0xF4 && next > 0x8F
                {
                    return false
                }
            }
            index += 1 + more
        }
        return true
    }
}
