import SonicProtocol

// The log of a session: its first and last records, and how a record is added.
extension SessionTrace {
    /// Starts the log of a session that reloads the page.
    mutating func logOpening(_ at: Duration) {
        if log.isEmpty, mode == .reload || mode == .forceReload { add(.refresh, at, as: .refresh) }
    }

    /// Adds a step outside the session: an action for the page that it serves.
    /// - Parameters:
    ///   - message: The action, as part of a sentence.
    ///   - url: The address of the action.
    ///   - at: As in `handle`.
    public mutating func note(_ message: String, of url: WebURL, at: Duration) {
        log.append(SessionRecord(event: .step, at: at, url: url, content: .beside(message), figures: []))
    }

    mutating func logEnding(_ result: SessionResult, _ at: Duration) {
        logged = result.url
        add(.ended(result.reason), at, as: Self.event(result.outcome), figures: Self.figures(of: result))
        let headers = (result.head?.headers ?? Headers()).adding(result.addedHeaders)
        if ResponseTags(headers).offline == .http { add(.sonicOff, at, as: .unavailable) }
        switch result.storage {
        case .untouched: break
        case .stored(let number): add(.saved(version: number), at, as: .didSaveCache)
        case .renewed: add(.renewed, at)
        case .removed: add(.removed, at)
        case .notStored(let failure, let what): add(.notStored(what, failure), at)
        case .notAllowed(let why): add(.notAllowed(why), at)
        }
        add(.over, at, as: .destroy)
    }

    private static func event(_ outcome: Outcome) -> StatisticsEvent {
        switch outcome {
        case .firstLoad: .firstLoad
        case .allCached: .hitCache
        case .dataUpdate: .dataUpdated
        case .templateChange: .templateChanged
        case .plain, .fresh: .step
        case .offline, .failed: .httpError
        }
    }

    /// Adds a record.
    mutating func add(
        _ content: SessionRecord.Content, _ at: Duration, as event: StatisticsEvent = .step,
        figures: [JSONValue.Member]? = nil
    ) {
        log.append(
            SessionRecord(
                event: event, at: at, url: logged, content: content,
                figures: figures ?? Self.figures(in: content)))
    }

    /// Returns the numbers and names in a record, for programs.
    private static func figures(in content: SessionRecord.Content) -> [JSONValue.Member] {
        switch content {
        case .entered(let phase): [.init("phase", .string(phase.rawValue))]
        case .stored(let version, let bytes):
            [.init("version", .integer(version)), .init("bytes", .integer(bytes))]
        case .response(let status, _): [.init("status", .integer(status))]
        case .retry(let retry):
            [
                .init("retry", .integer(retry.number)),
                .init("pause", .integer(retry.pause.wholeMilliseconds)),
            ]
        case .saved(let version): [.init("version", .integer(version))]
        default: []
        }
    }

    private static func figures(of result: SessionResult) -> [JSONValue.Member] {
        [
            .init("outcome", .string(result.outcome.name)),
            .init("code", result.outcome.code.map { .integer($0) } ?? .null),
            .init("reasonCode", .string(orNull: result.reason.code)),
            .init("changedBlocks", .array(result.changedBlocks.map { .string($0) })),
            .init("bytesReceived", .integer(result.bytesReceived)),
            .init("bytesSent", .integer(result.bytesSent)),
        ]
    }
}
