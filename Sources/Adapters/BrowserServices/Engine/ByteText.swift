/// Bytes as text in which each character stands for one byte, U+0000 to U+00FF: what Fetch calls a byte string.
/// Nothing is lost either way, whatever the bytes mean.
enum ByteText {
    /// The text of these bytes.
    static func text(of bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The bytes of a text; nil where a character stands for none.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
