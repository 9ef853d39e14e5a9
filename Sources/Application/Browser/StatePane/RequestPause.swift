import SonicProtocol
import SonicSession

/// What keeps a page from being requested as usual, and until when.
enum RequestPause: Equatable, Sendable {
    /// It is fresh: opening it makes no request.
    case fresh(until: Instant)
    /// `cache-offline: http` has turned Sonic off: it is requested as a plain page.
    case sonicOff(until: Instant)

    /// What a session leaves behind that ended at a moment; nil for nothing, and where that moment is not known.
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

    /// When it is over.
    var until: Instant {
        switch self {
        case .fresh(let until), .sonicOff(let until): until
        }
    }

    /// What is said of it, with the key or command that ends it at once; the date is in words.
    func words(until date: String) -> String {
        switch self {
        case .fresh: "Fresh until \(date): {reload} requests it now."
        case .sonicOff: "Sonic is off until \(date): “:forget page” turns it on now."
        }
    }
}

extension Reason.Lifetime {
    /// How long a page is fresh, as far as that counts here.
    fileprivate var seconds: Int64 {
        switch self {
        case .configuration(let seconds): seconds
        case .maxAge(let seconds, let counted), .expires(let seconds, let counted): counted ?? seconds
        }
    }
}
