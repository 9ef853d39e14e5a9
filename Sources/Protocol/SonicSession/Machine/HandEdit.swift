import SonicProtocol

/// A manual change of an exchange, with the original. The results of a changed exchange are not the server's own, and
/// are marked as such.
public enum HandEdit: Sendable, Equatable {
    /// The request was sent changed; the payload is the request as the session decided it.
    case request(original: Request)
    /// The response is not the one that was received, or none was received.
    case answer(AnswerEdit)

    /// The response was forwarded on the condition that nothing of it is stored.
    case unstored
}

/// A response that a person wrote to replace another.
public struct AnswerEdit: Sendable, Equatable {
    /// The response as received; nil if there was none, because the request was never sent.
    public var original: Original?
    /// How it was written.
    public var means: Means

    /// A response as received.
    public struct Original: Sendable, Equatable {
        /// Its status and headers.
        public var head: ResponseHead
        /// Its body, content coding removed.
        public var body: [UInt8]

        /// Creates an original response.
        public init(head: ResponseHead, body: [UInt8]) {
            self.head = head
            self.body = body
        }
    }

    /// How a response was written.
    public enum Means: Sendable, Equatable {
        /// By editing the one that was received.
        case editing
        /// By reading it from the file with this name.
        case file(String)
    }

    /// Creates an edit.
    public init(original: Original?, means: Means) {
        self.original = original
        self.means = means
    }
}

extension [HandEdit] {
    /// The Set-Cookie values of a response that come from its server, as far as the edits permit to tell: what a
    /// person wrote, or caused a server to send, is not sent to any server later.
    func serverCookies(of head: ResponseHead) -> [HeaderValue] {
        var lines = head.headers.values("set-cookie")
        for edit in self {
            switch edit {
            case .request, .unstored: return []
            case .answer(let answer):
                let own = answer.original?.head.headers.values("set-cookie") ?? []
                lines.removeAll { !own.contains($0) }
            }
        }
        return lines
    }
}

extension SessionResult {
    /// Whether the page that is shown, or the exchange that led to it, was edited by hand, now or when it was stored.
    public var isEditedByHand: Bool { showsEdits || edits.contains { $0 != .unstored } }
}

extension SessionMachine {
    /// Records an edit in the transfer of an attempt.
    mutating func edited(_ number: Int, _ edit: HandEdit) -> [Effect] {
        guard transferring == number else { return [] }
        ledger.edits.append((number, edit))
        return [.notify(.learnt(.edited(edit)))]
    }
}

extension Ledger {
    /// Whether the exchange of an attempt was edited by hand.
    func isEdited(_ attempt: Attempt) -> Bool {
        edits.contains { $0.attempt == attempt.number && $0.edit != .unstored }
    }

    /// Whether nothing of the response to an attempt may be stored.
    func isUnstored(_ attempt: Attempt) -> Bool {
        edits.contains { $0.attempt == attempt.number && $0.edit == .unstored }
    }
}

extension Attempt {
    /// Whether a merged page derives from an edited response: a server's hash proves that it does not.
    func bringsEdits(into merged: MergedPage) -> Bool {
        stored?.version.isEdited == true && merged.verifiedBy == nil
    }

    /// Whether a session with this outcome shows a stored page that was edited by hand.
    func showsEdits(_ outcome: Outcome) -> Bool {
        guard stored?.version.isEdited == true else { return false }
        return switch outcome {
        case .allCached, .fresh, .offline, .failed: true
        case .firstLoad, .dataUpdate, .templateChange, .plain: false
        }
    }
}
