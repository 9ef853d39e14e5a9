import HTML
import Testing

/// A text and its bytes in an encoding.
struct Sample: CustomTestStringConvertible {
    let encoding: CharacterEncoding
    let hexadecimal: String
    let text: String

    init(_ encoding: CharacterEncoding, _ hexadecimal: String, _ text: String) {
        self.encoding = encoding
        self.hexadecimal = hexadecimal
        self.text = text
    }

    var bytes: [UInt8] { Self.bytes(hexadecimal) }
    var testDescription: String { encoding.name }

    /// The bytes of pairs of hexadecimal digits; spaces between them are ignored.
    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { index -> UInt8 in
            let value = digits[index] * 16 + digits[index + 1]
            return UInt8(value)
        }
    }

    /// A text for each encoding, with markup and ASCII where that matters.
    static let all: [Sample] = [
        Sample(
            .gb18030, "3c703ed6d0cec4cdf8d2b3a3acc8cbc3f1c8d5b1a8a1a33c2f703ea2e320616e64209439fc3620656e64",
            "<p>中文网页，人民日报。</p>€ and 😀 end"),
        Sample(
            .big5, "3c703ea4a4a4e5baf4adb6a141a578c657aabab773bb44a1433c2f703e20656e64",
            "<p>中文網頁，台灣的新聞。</p> end"),
        Sample(
            .shiftJIS, "3c703e93fa967b8cea82cc8379815b83578141b6c0b6c5814287403c2f703e20656e64",
            "<p>日本語のページ、ｶﾀｶﾅ。①</p> end"),
        Sample(
            .eucJP, "3c703ec6fccbdcb8eca4cea5daa1bca5b8a1a28eb68ec08eb68ec5a1a33c2f703e20656e64",
            "<p>日本語のページ、ｶﾀｶﾅ。</p> end"),
        Sample(
            .iso2022JP, "3c703e1b2442467c4b5c386c244e255a213c253821231b28423c2f703e20656e64",
            "<p>日本語のページ。</p> end"),
        Sample(
            .eucKR, "3c703ec7d1b1b9beee20c0a5c6e4c0ccc1f62c208c63b9e6b0a2c7cf2e3c2f703e20656e64",
            "<p>한국어 웹페이지, 똠방각하.</p> end"),
        Sample(
            .windows1250, "50f8ed6c699a209e6c759d6f75e86bfd206bf9f22097208461686f6a93",
            "Příliš žluťoučký kůň — „ahoj“"),
        Sample(
            .windows1251, "d1fae5f8fc20e5f9b820fdf2e8f520ecffe3eae8f520e1f3ebeeea209720abe4e0bb",
            "Съешь ещё этих мягких булок — «да»"),
        Sample(
            .windows1252, "6e61ef766520636166e92096209371756f746564942080",
            "naïve café – “quoted” €"),
        Sample(
            .windows1253, "c5ebebe7ede9eadc2c20a2ebf6e1",
            "Ελληνικά, Άλφα"),
        Sample(
            .windows1254, "54fc726be76520fefcf0fddd",
            "Türkçe şüğıİ"),
        Sample(
            .windows1255, "f9ece5ed20f2e5eced",
            "שלום עולם"),
        Sample(
            .windows1256, "e3d1cdc8c720c8c7e1dac7e1e3",
            "مرحبا بالعالم"),
        Sample(
            .windows1257, "c0fe756f6c61732c20eb6a696d6173",
            "Ąžuolas, ėjimas"),
        Sample(
            .windows1258, "5469eaec6e67205669eaf27420f0",
            "Tiê\u{301}ng Viê\u{323}t đ"),
        Sample(
            .windows874, "c0d2c9d2e4b7c2",
            "ภาษาไทย"),
        Sample(
            .iso8859Part2, "5a61bff3b3e62067eab66cb1206a61bcf1",
            "Zażółć gęślą jaźń"),
        Sample(
            .iso8859Part5, "bfe0d8d2d5e22c20dcd8e0",
            "Привет, мир"),
        Sample(
            .iso8859Part7, "cae1ebe7ecddf1e1",
            "Καλημέρα"),
        Sample(
            .iso8859Part15, "63bd75722c203520a4",
            "cœur, 5 €"),
        Sample(
            .ibm866, "8fe0a8a2a5e220cd20aca8e0",
            "Привет ═ мир"),
        Sample(
            .koi8R, "f0d2c9d7c5d42c20cdc9d2",
            "Привет, мир"),
        Sample(
            .koi8U, "f0d2c9d7a6d42c20a7d6c1cb",
            "Привіт, їжак"),
        Sample(
            .macintosh, "6361668e20d0206e6195766520db",
            "café – naïve €"),
        Sample(
            .macCyrillic, "8ff0e8e2e5f220ff",
            "Привет €"),
        Sample(
            .utf16LittleEndian, "3c0070003e00759820003dd800de3c002f0070003e00",
            "<p>页 😀</p>"),
        Sample(
            .utf16BigEndian, "003c0070003e98750020d83dde00003c002f0070003e",
            "<p>页 😀</p>"),
    ]
}
