import SonicSession

// The texts of a visit on the screen.

extension SessionResult.Comparer {
    /// Where the pages were compared, in a few words; nil if there was nothing to compare.
    var words: String? {
        switch self {
        case .server: "compared by the server"
        case .client: "compared here"
        case .nobody: nil
        }
    }
}

extension Outcome.WhyPlain {
    /// Why Sonic was not used, in a few words.
    var words: String {
        switch self {
        case .notSonic: "server without Sonic"
        case .disabled: "Sonic is off for this site"
        case .unavailable: "Sonic temporarily off"
        case .notHTML: "not HTML"
        }
    }
}

extension SessionResult.Storage {
    /// The effect on the stored page, in a few words.
    var words: String {
        switch self {
        case .untouched: "nothing to write"
        case .stored(let number): "stored as v\(number)"
        case .renewed: "renewed"
        case .removed: "removed"
        case .notStored(_, of: .page): "could not be stored"
        case .notStored(_, of: .renewal): "could not be renewed"
        case .notStored(_, of: .removal): "could not be removed"
        case .notAllowed: "may not be stored"
        }
    }
}

extension Visit {
    /// The state of the visit in capitals, as the title line shows it.
    var headline: String {
        switch state {
        case .stopped: "STOPPED"
        case .ended(let result, _):
            isFromCacheAlone
                ? "OFFLINE" : result.hasNothingToShow ? "NOTHING TO SHOW" : result.outcome.headline
        case .running: activity.uppercased()
        }
    }

    /// Whether it shows a stored page because the mode is cache-only.
    var isFromCacheAlone: Bool { opening.mode == .cacheOnly && result?.outcome == .fresh }

    /// The current activity of a running session.
    var activity: String {
        switch trace.steps.last?.phase {
        case nil, .readingCache: "reading cache"
        case .checkingCache: "checking the stored copy"
        case .resolving, .connecting, .securing: "connecting"
        case .pausing:
            trace.retry.map { "retry in \($0.pause.brief) (\($0.number) of \($0.limit))" } ?? "pausing"
        case .waiting:
            sending.map { "sending \($0.words)" } ?? (trace.screen.cache.isHit ? "checking" : "requesting")
        case .receiving:
            trace.bytesShown > 0
                ? "receiving \(received?.words ?? trace.bytesShown.byteText)" : "receiving"
        case .verifying: "verifying"
        case .storing: "storing"
        }
    }

    /// How much of the request's body has been sent, while it is being sent.
    private var sending: SessionTrace.Progress? { trace.sentBody.flatMap { $0.count < $0.total ? $0 : nil } }

    /// The times until the page was on the screen and until the response was interpreted.
    var times: String {
        var parts: [String] = []
        if let painted { parts.append("painted \(painted.brief)") }
        if case .ended(let result, let after) = state, !result.outcome.isTrouble, result.outcome != .fresh {
            // The meaning of the response is known before the page is stored.
            let storing = trace.steps.last.flatMap { $0.phase == .storing ? $0.at : nil }
            parts.append("checked \((storing ?? after).brief)")
        }
        return parts.joined(separator: ", ")
    }
}

extension SessionScreen.Cache {
    /// Whether a page was found.
    var isHit: Bool {
        switch self {
        case .hit, .unchecked, .cachedRedirect: true
        case .unread, .miss, .withdrawn: false
        }
    }
}

extension SessionTrace.Progress {
    /// The progress in words: `1.2 MB of 64.0 MB`.
    var words: String { "\(count.byteText) of \(total.byteText)" }
}
