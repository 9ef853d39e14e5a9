import Testing

@testable import HTML

/// Guesses for short, typical texts that declare no encoding.
struct GuessTests {
    @Test(arguments: [
        ("el", CharacterEncoding.windows1253), ("cs", .windows1250), ("ru", .windows1251), ("xx", nil),
    ])
    func `the language of a page favours its encodings`(language: String, encoding: CharacterEncoding?) {
        // Bytes that are letters in each encoding.
        let guess = EncodingChoice(guessing: [0xE8, 0xE1][...], isCut: false, language: language)
        if let encoding {
            #expect(guess == EncodingChoice(encoding, .guess(.language(language))))
        } else {
            #expect(guess.origin == .guess(.likeness))
        }
    }

    @Test func `the encodings of every alphabet contain most of its letters`() {
        for alphabet in Alphabet.all {
            for encoding in alphabet.encodings {
                let table = SingleByteScore.upperHalf(encoding)
                #expect(table?.unicodeScalars.count == 128, "\(encoding)")
                let known = Set((table ?? "").unicodeScalars)
                let missing = alphabet.letters.unicodeScalars.filter { !known.contains($0) }
                // A few letters of Persian and of languages that share another alphabet's encoding are missing.
                #expect(
                    missing.count * 5 <= alphabet.letters.unicodeScalars.count,
                    "\(alphabet.languages) \(encoding)")
            }
        }
    }
}
