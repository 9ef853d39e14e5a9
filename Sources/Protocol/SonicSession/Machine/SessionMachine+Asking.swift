import SonicProtocol

extension SessionMachine {
    /// Takes what the request asks from its own headers: those that were given with it, or that the program around
    /// the engine wants, may say something else than the session decided, and the answer is one to what went out.
    /// - Returns: Why the request is as it is.
    mutating func asking(with headers: Headers, _ notes: [RequestNote]) -> [RequestNote] {
        guard case .asking(var attempt) = state else { return notes }
        let sent = Asked(headers)
        let others = Self.departures(from: attempt.asked, in: sent, headers)
        guard !others.isEmpty else { return notes }
        let decided = Self.asked(attempt).notes
        attempt.asked = sent
        state = .asking(attempt)
        return [.departures(others)] + notes.filter { !decided.contains($0) }
    }

    /// The same of a request that was edited while it was held: only the bytes on the wire tell of it.
    mutating func askedByHand(_ head: [UInt8]) {
        guard case .asking(var attempt) = state, ledger.isEdited(attempt) else { return }
        attempt.asked = Asked(Headers(behindFirstLineOf: head))
        state = .asking(attempt)
    }

    /// What a request says otherwise than was decided.
    private static func departures(
        from decided: Asked, in sent: Asked, _ headers: Headers
    ) -> [RequestNote.Departure] {
        let isOther = [
            ("accept-diff", decided.sonic != sent.sonic),
            ("template-tag", decided.templateTag != sent.templateTag),
            ("If-None-Match", decided.etag != sent.etag), ("If-Modified-Since", decided.date != sent.date),
        ]
        return isOther.filter(\.1).map { name, _ in
            let value = headers.first(name)
            return RequestNote.Departure(name: name, value: value?.isEmpty == false ? value : nil)
        }
    }
}
