import Browser
import CellGrid
import Terminal

/// A byte for the size of pieces, then the output of a terminal.
enum KeyInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let size = reader.byte() + 1
        let sent = reader.everything()
        let whole = keys([sent])
        try promise(whole == keys(sent.pieces(of: size)), "keys are the same however their bytes arrive")
        try promise(whole.count <= sent.count, "no key comes of no byte")
        for key in whole {
            switch key {
            case .mouse(let mouse):
                try promise(mouse.row >= 0 && mouse.column >= 0, "the mouse points at a cell")
                try promise(max(mouse.row, mouse.column) < 1 << 16, "the mouse points at a cell")
            case .paste(let text):
                // A byte that is not UTF-8 takes three when it is shown.
                try promise(text.utf8.count <= 3 << 20, "pastes come in pieces of bounded size")
            default: break
            }
        }
        var decoder = KeyDecoder()
        _ = decoder.decode(sent) + decoder.flushed()
        try promise(decoder.decode([0x6A]) == [.character("j")], "after a pause a key is a key")
    }

    private static func keys(_ pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for piece in pieces { keys += decoder.decode(piece) }
        return keys + decoder.flushed()
    }
}
