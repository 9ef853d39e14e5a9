import SonicProtocol
import SonicSession

/// The reason why a page is not requested as usual, and until when.
enum RequestPause: Equatable, Sendable {
    /// It is fresh: opening it sends no request.
    case fresh(until: Instant)
    /// `cache-offline: http` has turned Sonic off: it is requested as a plain page.
    case sonicOff(until: Instant)

    /// Creates the pause that a session leaves behind; nil if there is none, or if the end of the session is not known.
    init?(_ result: SessionResult, _ notes: [RequestNote], endedAt end: Instant?) {
        for case .sonicOff(let until) in notes {
            self = .sonicOff(until: until)
            return
        }
        guard let end else { return nil }
        if case .fresh(let lifetime, let age, _) = result.reason {
            self = .fresh(until: Instant(milliseconds: end.milliseconds + lifetime.seconds * 1000 - age))
        } else if case .cacheOffline(.sonicOff(let seconds), _, _) = result.reason {
            self = .sonicOff(until: end.adding(seconds: seconds))
        } else {
            return nil
        }
    }

    /// When it ends.
    var until: Instant {
        switch self {
        case .fresh(let until), .sonicOff(let until): until
        }
    }

    /// Returns a message with the key or command that ends it at once; the date is already formatted.
    func words(until date: String) -> String {
        switch self {
        case .fresh: "Fresh until \(date): {reload} requests it now."
        case .sonicOff: "Sonic is off until \(date): “:forget page” turns it on now."
        }
    }
}

extension Reason.Lifetime {
    /// The remaining freshness lifetime in seconds.
    fileprivate var seconds: Int64 {
        switch self {
        case .configuration(let seconds): seconds
        case .maxAge(let seconds, let counted), .expires(let seconds, let counted): counted ?? seconds
        }
    }
}
