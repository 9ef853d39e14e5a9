import CellGrid

/// Turns the bytes of a terminal's input into keys: UTF-8 text, control bytes, xterm's escape sequences and those of
/// the terminal's description.
///
/// Bytes may be split anywhere. Escape alone looks like the beginning of a sequence: if nothing follows within
/// `patience`, the caller calls `flushed()`. An incomplete sequence is not a key and is discarded: the letters of its
/// rest would run commands that nobody typed.
package struct KeyDecoder {
    /// The longest wait for the rest of a sequence after Escape alone without a valid `ESCDELAY`, in milliseconds.
    static let defaultEscapeDelay: Int32 = 100
    // The longest wait once the sequence has begun; longer, since Alt with a bracket is rarely typed.
    private static let sequencePatience: Int32 = 300
    // The longest wait for the next part of a paste: on a slow connection, later parts would be taken for keys.
    private static let pastePatience: Int32 = 3000
    // No valid sequence except a paste is longer.
    private static let longestSequence = 64
    // A longer paste is delivered in pieces.
    private static let longestPaste = 1 << 20

    private enum State: Equatable {
        case keys
        /// Pasted text is arriving; `paste` contains the part so far.
        case pasting
        /// A sequence that is too long to be valid is skipped up to its end.
        case discarding(KeyParseResult.Introducer)
        /// Escape was delivered as a key: the rest of a sequence may still follow.
        case afterEscape
    }

    private let listed: [ListedKey]
    private let escapeDelay: Int32
    private var state = State.keys
    private var pending: [UInt8] = []
    private var paste: [UInt8] = []

    /// Creates a decoder.
    /// - Parameters:
    ///   - listed: The sequences in the terminal's description.
    ///   - escapeDelay: The wait after Escape alone, in milliseconds.
    package init(listed: [ListedKey] = [], escapeDelay: Int32 = KeyDecoder.defaultEscapeDelay) {
        self.listed = listed
        self.escapeDelay = escapeDelay
    }

    /// Returns the value of `ESCDELAY`, which ncurses uses, too: milliseconds, here at most ten seconds; the default if
    /// it is not a valid number.
    package static func escapeDelay(_ environment: (String) -> String?) -> Int32 {
        guard let delay = environment("ESCDELAY").flatMap({ Int32($0) }), delay >= 0 else {
            return defaultEscapeDelay
        }
        return min(delay, 10_000)
    }

    /// The time to wait for more bytes before a call of `flushed()`, in milliseconds; nil while no bytes are pending.
    package var patience: Int32? {
        let sequence = max(Self.sequencePatience, escapeDelay)
        switch state {
        case .pasting: return Self.pastePatience
        case .discarding: return sequence
        case .keys, .afterEscape:
            if pending.isEmpty { return nil }
            return KeyParseResult.Introducer(of: pending[...])?.isCertain(after: pending.count) == true
                ? sequence : escapeDelay
        }
    }

    /// Returns the keys that `bytes` complete.
    /// - Complexity: O(*n*) in the length of `bytes`.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending.append(contentsOf: bytes)
        if state == .afterEscape, !pending.isEmpty {
            dropLateRest()
            state = .keys
        }
        return keys(isComplete: false)
    }

    /// Returns the keys of the pending bytes if nothing follows them. An unterminated paste ends here, so that the
    /// keyboard stays usable.
    package mutating func flushed() -> [Key] {
        switch state {
        case .pasting:
            paste.append(contentsOf: pending)
            pending = []
            return [finishedPaste(next: .keys)]
        case .discarding:
            pending = []
            state = .keys
            return []
        case .keys, .afterEscape:
            let isEscape = pending == [0x1B]
            defer { if isEscape { state = .afterEscape } }
            return keys(isComplete: true)
        }
    }

    // If the rest of a sequence arrives in one piece after an Escape that was already delivered, the two were one key
    // that took too long; the rest is discarded.
    private mutating func dropLateRest() {
        guard pending[0] == UInt8(ascii: "[") || pending[0] == UInt8(ascii: "O") else { return }
        let sequence = [0x1B] + pending.prefix(Self.longestSequence)
        guard case .key(_, let length) = KeyParseResult(of: sequence[...], listed, isComplete: false) else {
            return
        }
        pending.removeFirst(length - 1)
    }

    private mutating func keys(isComplete: Bool) -> [Key] {
        var keys: [Key] = []
        var offset = 0
        reading: while offset < pending.count {
            switch state {
            case .pasting:
                guard let key = pasted(&offset) else { break reading }
                keys.append(key)
                continue reading
            case .discarding(let introducer):
                let rest = introducer.rest(pending[offset...])
                offset += rest.length
                if !rest.isWhole { break reading }
                state = .keys
                continue reading
            case .keys, .afterEscape: break
            }
            // A sequence that is too long is treated as such even if it arrives in one piece.
            let next = pending[offset...].prefix(Self.longestSequence + 1)
            switch KeyParseResult(of: next, listed, isComplete: isComplete) {
            case .key(let key, let length):
                keys.append(key)
                offset += length
            case .pasteBegins(let length):
                state = .pasting
                offset += length
            case .nothing(let length): offset += length
            case .unfinished:
                guard next.count > Self.longestSequence, let introducer = KeyParseResult.Introducer(of: next)
                else {
                    break reading
                }
                state = .discarding(introducer)
                offset += 2
            }
        }
        pending.removeFirst(offset)
        return keys
    }

    // Moves bytes into the paste; returns the key when its end is found or it is too long.
    private mutating func pasted(_ offset: inout Int) -> Key? {
        let end: [UInt8] = Array("\u{1B}[201~".utf8)
        while offset < pending.count {
            let rest = pending[offset...]
            if rest.first == 0x1B {
                if rest.starts(with: end) {
                    offset += end.count
                    return finishedPaste(next: .keys)
                }
                if end.starts(with: rest) { return nil }
            }
            paste.append(pending[offset])
            offset += 1
            if paste.count >= Self.longestPaste { return finishedPaste(next: .pasting) }
        }
        return nil
    }

    private mutating func finishedPaste(next: State) -> Key {
        defer {
            paste = []
            state = next
        }
        return .paste(String(decoding: paste, as: UTF8.self))
    }
}
