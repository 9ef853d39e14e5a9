/// The time after which a server requests a retry (RFC 9110 §10.2.3).
public enum RetryAfter {
    /// Returns the seconds given by `Retry-After`, as a number or as a date; 0 for a date in the past. Nil if the
    /// header is missing or invalid.
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - now: The time from which a date is counted.
    public static func seconds(in headers: Headers, now: Instant) -> Int64? {
        headers.first("retry-after").flatMap { seconds($0, now: now) }
    }

    /// Parses the value of the header.
    static func seconds(_ text: String, now: Instant) -> Int64? {
        if let seconds = DeltaSeconds.parse(text) { return seconds }
        guard let date = HTTPDate.parse(text, now: now) else { return nil }
        let (left, isTooLarge) = date.milliseconds.subtractingReportingOverflow(now.milliseconds)
        guard !isTooLarge, left > 0 else { return isTooLarge ? nil : 0 }
        return left / 1000 + (left % 1000 > 0 ? 1 : 0)
    }
}
