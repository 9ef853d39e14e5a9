import FoundationEssentials

/// What programs send to a terminal for its clipboard.
enum Clipboard {
    /// The decoded texts of the OSC 52 sequences in a program's output, in order.
    static func texts(in output: [UInt8]) -> [String] {
        let parts = String(decoding: output, as: UTF8.self).components(separatedBy: "\u{1B}]52;c;")
            .dropFirst()
        return parts.map { part in
            let text = String(part.prefix { $0 != "\u{07}" })
            return String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
        }
    }
}
