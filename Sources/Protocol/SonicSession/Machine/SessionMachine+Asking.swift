import SonicProtocol

extension SessionMachine {
    /// Sets the conditions of the attempt from the headers of its request: those given with it, or by the program
    /// around the engine, may differ from what the session decided, and the response answers what was sent.
    /// - Returns: Why the request is as it is.
    mutating func asking(with headers: Headers, _ notes: [RequestNote]) -> [RequestNote] {
        guard case .asking(var attempt) = state else { return notes }
        attempt.sent = headers
        state = .asking(attempt)
        let sent = RequestConditions(headers)
        let others = Self.departures(from: attempt.asked, in: sent, headers)
        guard !others.isEmpty else { return notes }
        let decided = Self.asked(attempt).notes
        attempt.asked = sent
        state = .asking(attempt)
        return [.departures(others)] + notes.filter { !decided.contains($0) }
    }

    /// Does the same for a request that was edited while intercepted: only the bytes sent show the changes.
    mutating func askedByHand(_ head: [UInt8]) {
        guard case .asking(var attempt) = state, ledger.isEdited(attempt) else { return }
        attempt.sent = Headers(behindFirstLineOf: head)
        attempt.asked = RequestConditions(attempt.sent)
        state = .asking(attempt)
    }

    /// Returns the fields in which a request differs from what was decided.
    private static func departures(
        from decided: RequestConditions, in sent: RequestConditions, _ headers: Headers
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
