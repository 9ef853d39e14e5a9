import BrowserCore

/// Turns the bytes a terminal sends into keys: UTF-8 text, control bytes, xterm's escape sequences and those
/// the terminal's own description lists.
///
/// Bytes may arrive cut anywhere. Escape alone looks like the beginning of a sequence: when nothing follows
/// within `patience`, the caller asks for `flushed()`.
package struct KeyDecoder {
    // How long an unfinished sequence may take to arrive, in milliseconds.
    private static let keyPatience: Int32 = 25
    // The same for what may be the terminal's answer: nobody waits for Alt with a bracket.
    private static let answerPatience: Int32 = 300
    // The same for the next part of a paste: a slow line pauses, and what comes of it later would be keys.
    private static let pastePatience: Int32 = 3000
    // No sequence but a paste is longer; what is, is not a key.
    private static let longestSequence = 64
    // A paste that grows beyond this is delivered in pieces.
    private static let longestPaste = 1 << 20

    private let listed: [ListedKey]
    private var pending: [UInt8] = []
    // The bytes of the paste that is arriving; nil outside pastes.
    private var paste: [UInt8]?

    /// A decoder that also knows the sequences `listed` in the terminal's description.
    package init(listed: [ListedKey] = []) { self.listed = listed }

    /// How long to wait for more bytes before `flushed()` is to be asked, in milliseconds; nil while none are held
    /// back.
    package var patience: Int32? {
        if paste != nil { return Self.pastePatience }
        guard !pending.isEmpty else { return nil }
        return pending.starts(with: [0x1B, UInt8(ascii: "]")]) ? Self.answerPatience : Self.keyPatience
    }

    /// The keys that `bytes` complete. Linear.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending.append(contentsOf: bytes)
        return keys(isComplete: false)
    }

    /// What the bytes held back mean if nothing follows them. A paste without end ends here, so that the keyboard
    /// is never dead.
    package mutating func flushed() -> [Key] {
        guard paste != nil else { return keys(isComplete: true) }
        paste?.append(contentsOf: pending)
        pending = []
        return [finishedPaste(next: nil)]
    }

    private mutating func keys(isComplete: Bool) -> [Key] {
        var keys: [Key] = []
        var offset = 0
        while offset < pending.count {
            if paste != nil {
                guard let key = pasted(&offset) else { break }
                keys.append(key)
                continue
            }
            // What is too long counts as such also where it came at once.
            let next = pending[offset...].prefix(Self.longestSequence + 1)
            switch KeyReading(of: next, listed, isComplete: isComplete) {
            case .key(let key, let length):
                keys.append(key)
                offset += length
            case .pasteBegins(let length):
                paste = []
                offset += length
            case .nothing(let length): offset += length
            case .unfinished:
                if pending.count - offset > Self.longestSequence {
                    offset += 1
                    continue
                }
                pending.removeFirst(offset)
                return keys
            }
        }
        pending.removeFirst(offset)
        return keys
    }

    // Moves text into the paste; the key when its end is found, or when it grew too long.
    private mutating func pasted(_ offset: inout Int) -> Key? {
        let end: [UInt8] = Array("\u{1B}[201~".utf8)
        while offset < pending.count {
            let rest = pending[offset...]
            if rest.first == 0x1B {
                if rest.starts(with: end) {
                    offset += end.count
                    return finishedPaste(next: nil)
                }
                if end.starts(with: rest) { return nil }
            }
            paste?.append(pending[offset])
            offset += 1
            if let count = paste?.count, count >= Self.longestPaste { return finishedPaste(next: []) }
        }
        return nil
    }

    private mutating func finishedPaste(next: [UInt8]?) -> Key {
        defer { paste = next }
        return .paste(String(decoding: paste ?? [], as: UTF8.self))
    }
}
