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

        /// The events that report it, except for the last one.
        package var events: [ResponseEvent] {
            [.headReceived(head)] + (body.isEmpty ? [] : [.bodyReceived(body)])
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
