/// When a server that cannot answer now wants to be asked again (RFC 9110 §10.2.3).
public enum RetryAfter {
    /// The seconds that `Retry-After` names, as a number or as a date; none for a date that is over. Nil where there is
    /// no such header, or it can be read as neither.
    /// - Parameters:
    ///   - headers: Those of the response.
    ///   - now: What a date is counted from.
    public static func seconds(in headers: Headers, now: Instant) -> Int64? {
        headers.first("retry-after").flatMap { seconds($0, now: now) }
    }

    /// The same of the header's value.
    static func seconds(_ text: String, now: Instant) -> Int64? {
        if let seconds = DeltaSeconds.parse(text) { return seconds }
        guard let date = HTTPDate.parse(text, now: now) else { return nil }
        let (left, isTooLarge) = date.milliseconds.subtractingReportingOverflow(now.milliseconds)
        guard !isTooLarge, left > 0 else { return isTooLarge ? nil : 0 }
        return left / 1000 + (left % 1000 > 0 ? 1 : 0)
    }
}
