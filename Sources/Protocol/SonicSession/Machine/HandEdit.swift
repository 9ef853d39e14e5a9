import SonicProtocol

/// What a person changed by hand in an exchange, with what stood there before. What an exchange led to that has
/// one is not the server's own doing, and says so.
public enum HandEdit: Sendable, Equatable {
    /// The request went out otherwise than the session had decided it: as it was decided.
    case request(original: Request)
    /// The answer is not the one that came, or none came.
    case answer(AnswerEdit)

    /// The response was let through on the condition that nothing of it is stored.
    case unstored
}

/// An answer that a person wrote in place of another.
public struct AnswerEdit: Sendable, Equatable {
    /// The answer as it came; nil where none did, because the request never went out.
    public var original: Original?
    /// How it was written.
    public var means: Means

    /// An answer as it came.
    public struct Original: Sendable, Equatable {
        /// Its head.
        public var head: ResponseHead
        /// Its body, content coding removed.
        public var body: [UInt8]

        /// An answer of these parts.
        public init(head: ResponseHead, body: [UInt8]) {
            self.head = head
            self.body = body
        }
    }

    /// How an answer was written.
    public enum Means: Sendable, Equatable {
        /// By changing the one that came.
        case editing
        /// By taking it from the file of this name.
        case file(String)
    }

    /// An edit of these parts.
    public init(original: Original?, means: Means) {
        self.original = original
        self.means = means
    }
}

extension [HandEdit] {
    /// The Set-Cookie lines of a response that are its server's own, as far as edits let that be told: what a person
    /// wrote, or brought a server to say, is sent to no server later.
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
    /// Whether the page that is shown, or the way to it, was edited by hand, now or when it was stored.
    public var isEditedByHand: Bool { showsEdits || edits.contains { $0 != .unstored } }
}

/// An edit with the attempt whose exchange it changed.
struct AttemptEdit: Sendable {
    let attempt: Int
    let edit: HandEdit
}

extension SessionMachine {
    /// Takes note of what was changed by hand in the transfer of an attempt.
    mutating func edited(_ number: Int, _ edit: HandEdit) -> [Effect] {
        guard transferring == number else { return [] }
        ledger.edits.append(AttemptEdit(attempt: number, edit: edit))
        return [.notify(.learnt(.edited(edit)))]
    }
}

extension Ledger {
    /// Whether anything was changed by hand in the exchange of an attempt.
    func isEdited(_ attempt: Attempt) -> Bool {
        edits.contains { $0.attempt == attempt.number && $0.edit != .unstored }
    }

    /// Whether nothing of the response to an attempt is to be stored.
    func isUnstored(_ attempt: Attempt) -> Bool {
        edits.contains { $0.attempt == attempt.number && $0.edit == .unstored }
    }
}

extension Attempt {
    /// Whether a page that an update was merged into goes back to an edited answer: a hash of the server's proves
    /// that it does not.
    func bringsEdits(into merged: MergedPage) -> Bool {
        stored?.version.isEdited == true && merged.verifiedBy == nil
    }

    /// Whether a session that ends so shows a stored page that a person edited.
    func showsEdits(_ outcome: Outcome) -> Bool {
        guard stored?.version.isEdited == true else { return false }
        return switch outcome {
        case .allCached, .fresh, .offline, .failed: true
        case .firstLoad, .dataUpdate, .templateChange, .plain: false
        }
    }
}
