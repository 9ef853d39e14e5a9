/// The score of bytes as text in a single-byte encoding.
///
/// A letter scores by its evidence for a language: text in Greek consists of Greek letters, above all the frequent
/// ones. What is unusual in text scores negative: a capital after a small letter, letters of two scripts in one word,
/// rare signs and invalid bytes. Built once for an encoding; a byte then costs one step per language.
struct SingleByteScore {
    private enum Kind: UInt8 {
        case none
        case small
        case capital
        /// A letter without case, or a mark on one.
        case letter
        /// A character between words.
        case punctuation
        case sign
        case meaningless
    }

    private enum Script: UInt8 {
        case none
        case latin
        case other
    }

    private static let unknownLetter = -500
    private static let capitalInside = -500
    private static let capitalAlone = -350
    private static let twoScripts = -400
    private static let sign = -400
    private static let meaningless = -1200
    private static let punctuation = 50

    private var kinds = [Kind](repeating: .none, count: 256)
    private var scripts = [Script](repeating: .none, count: 256)
    /// The points of the letters from 0x80 on, for each language.
    private var worth: [[Int]]

    /// Creates the scores of an encoding, for each language written in it; nil if there is no table for it.
    init?(_ encoding: CharacterEncoding) {
        guard let upperHalf = Self.upperHalf(encoding) else { return nil }
        let weights = Alphabet.all.filter { $0.encodings.contains(encoding) }.map { Self.weights($0.letters) }
        worth = weights.map { _ in [Int](repeating: 0, count: 128) }
        for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            (kinds[Int(byte)], kinds[Int(byte | 0x20)]) = (.capital, .small)
            (scripts[Int(byte)], scripts[Int(byte | 0x20)]) = (.latin, .latin)
        }
        for (index, scalar) in upperHalf.unicodeScalars.enumerated() {
            let kind = Self.kind(scalar)
            kinds[index + 0x80] = kind
            guard kind == .small || kind == .capital || kind == .letter else { continue }
            scripts[index + 0x80] = scalar.value < 0x370 || 0x1E00...0x1EFF ~= scalar.value ? .latin : .other
            // The combining dot of the lower-cased İ is ignored.
            let folded = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
            for language in weights.indices {
                worth[language][index] = weights[language][folded] ?? Self.unknownLetter
            }
        }
    }

    /// Returns the score of the bytes in the language that fits best. Linear.
    func score(_ bytes: ArraySlice<UInt8>) -> EncodingScore {
        var base = 0
        var counts = [Int](repeating: 0, count: 128)
        let bytes = bytes.span
        for place in bytes.indices where bytes[place] >= 0x80 {
            let byte = Int(bytes[place])
            counts[byte & 0x7F] += 1
            let before = place > 0 ? Int(bytes[place - 1]) : 0x20
            let after = place + 1 < bytes.count ? Int(bytes[place + 1]) : 0x20
            switch kinds[byte] {
            case .none: break
            case .small, .capital, .letter:
                let scripts = (before: scripts[before], own: scripts[byte], after: scripts[after])
                if scripts.before != .none, scripts.before != scripts.own { base += Self.twoScripts }
                if scripts.after != .none, scripts.after != scripts.own { base += Self.twoScripts }
                guard kinds[byte] == .capital else { continue }
                if kinds[before] == .small { base += Self.capitalInside }
                if scripts.before == .none, scripts.after == .none { base += Self.capitalAlone }
            case .punctuation:
                let isInside = scripts[before] != .none && scripts[after] != .none
                base += isInside ? -2 * Self.punctuation : Self.punctuation
            case .sign: base += Self.sign
            case .meaningless: base += Self.meaningless
            }
        }
        let best = worth.map { worth in counts.indices.reduce(0) { $0 + counts[$1] * worth[$1] } }.max() ?? 0
        return EncodingScore(points: base + best, characters: counts.reduce(0, +))
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar {
        case "~": .meaningless
        case "-": .sign
        case " ", "«", "»", "“", "”", "„", "‘", "’", "–", "—", "…", "©", "°", "§", "·", "•", "€", "®", "™",
            "×", "№", "´", "¿", "¡", "£":
            .punctuation
        default:
            if scalar.properties.isLowercase {
                .small
            } else {
                scalar.properties.isUppercase ? .capital : .letter
            }
        }
    }

    /// Returns a hundred times the binary logarithm of the frequency of each letter, relative to one among
    /// sixty: by Zipf's law, the frequency of the letter of rank n is proportional to 1/n.
    private static func weights(_ letters: String) -> [Unicode.Scalar: Int] {
        let ranks = Array(letters.unicodeScalars)
        let sum = ranks.indices.reduce(0) { $0 + 1 / (Double($1) + 1.5) }
        var weights: [Unicode.Scalar: Int] = [:]
        for (rank, letter) in ranks.enumerated() {
            let ratio = 60 / (Double(rank) + 1.5) / sum
            // Between powers of two, linear interpolation is accurate enough.
            weights[letter] = Int(100 * (Double(ratio.exponent) + ratio.significand - 1))
        }
        return weights
    }
}
