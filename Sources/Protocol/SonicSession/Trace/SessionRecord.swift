import SonicProtocol

/// One line of a session's log: an event of VasSonic's statistics, or a step between two of them.
public struct SessionRecord: Sendable, Equatable {
    /// What happened, by VasSonic's name.
    public let event: StatisticsEvent
    /// How long the session had been listened to; since its beginning, where it was not begun ahead.
    public let at: Duration
    /// The address the session was at.
    public let url: WebURL
    /// What there is to say of it, a part of a sentence; never a cookie's value or credentials.
    public let message: String
    /// The numbers and names in it, for programs.
    public let figures: [JSONValue.Member]
}

/// What VasSonic's statistics tell of sessions, under the names and in the spelling they have on iOS. Those of
/// sub-resources and of the whole cache have no place in a session (docs/protocol.md#log).
public enum StatisticsEvent: String, Sendable, CaseIterable {
    /// A step that has no event of its own.
    case step = "EventLog"
    /// The reader asked for the page anew.
    case refresh = "SessionRefresh"
    /// A stored page was found.
    case didLoadLocalCache = "SessionDidLoadLocalCache"
    /// The head of an answer came.
    case receivedResponse = "SessionRecvResponse"
    /// The outcome is a first load.
    case firstLoad = "SessionFirstLoad"
    /// The outcome is that the stored page is the current one.
    case hitCache = "SessionHitCache"
    /// The outcome is that blocks changed.
    case dataUpdated = "SessionDataUpdated"
    /// The outcome is another page.
    case templateChanged = "SessionTemplateChanged"
    /// The request or its answer failed.
    case httpError = "SessionHttpError"
    /// The server turned Sonic off (`cache-offline: http`).
    case unavailable = "SessionUnavilable"
    /// A version was stored.
    case didSaveCache = "SessionDidSaveCache"
    /// The session is over.
    case destroy = "SessionDestroy"
}

extension SessionRecord {
    /// The record as an object of one line.
    /// - Parameter time: When it was made, by the wall clock.
    public func json(at time: Instant) -> JSONValue {
        .object(
            [
                .init("time", .string(CalendarTime.timestamp(time))),
                .init("at", .number(at.millisecondsCutToMicrosecond)),
                .init("event", .string(event.rawValue)),
                .init("url", .string(url.href)),
                .init("message", .string(message)),
            ] + figures)
    }
}

extension CalendarTime {
    /// A moment as RFC 3339 and ISO 8601 have it, in UTC and to the millisecond: `2026-11-21T23:50:12.345Z`. Years
    /// before 0 have a sign, as in ISO 8601.
    public static func timestamp(_ instant: Instant) -> String {
        func padded(_ number: Int, to count: Int) -> String {
            let digits = String(number.magnitude)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let time = CalendarTime(instant)
        let thousandths = Int((instant.milliseconds % 1000 + 1000) % 1000)
        let year = (time.year < 0 ? "-" : "") + padded(time.year, to: 4)
        let date = [year, padded(time.month, to: 2), padded(time.day, to: 2)]
        let clock = [time.hour, time.minute, time.second].map { padded($0, to: 2) }
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
            + padded(thousandths, to: 3) + "Z"
    }
}
