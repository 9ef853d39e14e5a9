/// Bytes as text in which each character represents one byte, U+0000 to U+00FF: a byte string of Fetch. The conversion
/// is lossless.
enum ByteString {
    /// Returns the text of these bytes.
    static func text(of bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns the bytes of a text; nil if a character represents none.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
