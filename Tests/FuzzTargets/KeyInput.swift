import BrowserCore
import Terminal

/// A byte for how the rest is cut into pieces, then what a terminal sends.
enum KeyInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let size = reader.byte() + 1
        let sent = reader.everything()
        let whole = keys([sent])
        try promise(whole == keys(sent.pieces(of: size)), "keys are the same however their bytes arrive")
        try promise(whole.count <= sent.count, "no key comes of no byte")
    }

    private static func keys(_ pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for piece in pieces { keys += decoder.decode(piece) }
        return keys + decoder.flushed()
    }
}
