import CellGrid

/// Turns the bytes a terminal sends into keys: UTF-8 text, control bytes, xterm's escape sequences and those
/// the terminal's own description lists.
///
/// Bytes may arrive cut anywhere. Escape alone looks like the beginning of a sequence: when nothing follows
/// within `patience`, the caller asks for `flushed()`. A sequence that breaks off is no key: the letters of its rest
/// would run commands that nobody typed.
package struct KeyDecoder {
    /// How long the rest of a sequence may take after Escape alone where `ESCDELAY` does not say, in milliseconds.
    static let defaultEscapeDelay: Int32 = 100
    // How long it may take once the sequence has begun: nobody waits for Alt with a bracket.
    private static let sequencePatience: Int32 = 300
    // The same for the next part of a paste: a slow line pauses, and what comes of it later would be keys.
    private static let pastePatience: Int32 = 3000
    // No sequence that means anything is longer, but a paste.
    private static let longestSequence = 64
    // A paste that grows beyond this is delivered in pieces.
    private static let longestPaste = 1 << 20

    private enum State: Equatable {
        case keys
        /// Pasted text arrives; `paste` has what came of it.
        case pasting
        /// A sequence too long to mean anything is passed over up to its end.
        case discarding(KeyParseResult.Introducer)
        /// Escape was given out as a key: the rest of a sequence may still follow.
        case afterEscape
    }

    private let listed: [ListedKey]
    private let escapeDelay: Int32
    private var state = State.keys
    private var pending: [UInt8] = []
    private var paste: [UInt8] = []

    /// A decoder that also knows the sequences `listed` in the terminal's description, and waits for `escapeDelay`
    /// milliseconds after Escape alone.
    package init(listed: [ListedKey] = [], escapeDelay: Int32 = KeyDecoder.defaultEscapeDelay) {
        self.listed = listed
        self.escapeDelay = escapeDelay
    }

    /// The delay that `ESCDELAY` asks for, as for ncurses: milliseconds, here up to ten seconds; the default where it is
    /// no such number.
    package static func escapeDelay(_ environment: (String) -> String?) -> Int32 {
        guard let delay = environment("ESCDELAY").flatMap({ Int32($0) }), delay >= 0 else {
            return defaultEscapeDelay
        }
        return min(delay, 10_000)
    }

    /// How long to wait for more bytes before `flushed()` is to be asked, in milliseconds; nil while none are held
    /// back.
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

    /// The keys that `bytes` complete. Linear.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending.append(contentsOf: bytes)
        if state == .afterEscape, !pending.isEmpty {
            dropLateRest()
            state = .keys
        }
        return keys(isComplete: false)
    }

    /// What the bytes held back mean if nothing follows them. A paste without end ends here, so that the keyboard
    /// is never dead.
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

    // Escape and a sequence's rest that is all there at once are one key that took too long, and the first half of it
    // has done its work.
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
            // What is too long counts as such also where it came at once.
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

    // Moves text into the paste; the key when its end is found, or when it grew too long.
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
