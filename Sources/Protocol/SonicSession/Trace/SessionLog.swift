import SonicProtocol

/// The log of one session, made from its events: what VasSonic's statistics would tell, and the steps between.
public struct SessionLog: Sendable {
    /// The records so far, in order; some twenty for a page, a few more for each redirect.
    public private(set) var records: [SessionRecord] = []
    private var url: WebURL
    private let mode: SessionMode

    /// The empty log of a session that opens an address.
    public init(_ url: WebURL, mode: SessionMode) {
        self.url = url
        self.mode = mode
    }

    /// Takes in the session's next event.
    /// - Parameters:
    ///   - event: What happened. Pieces of a page are not logged.
    ///   - at: How long whoever keeps this log had been listening.
    /// - Returns: The records it added.
    @discardableResult public mutating func handle(
        _ event: SessionEvent, at: Duration
    ) -> ArraySlice<SessionRecord> {
        let before = records.count
        if records.isEmpty, mode == .reload || mode == .forceReload {
            add(.refresh, at, .refresh)
        }
        switch event {
        case .joined(let age):
            add(.step, at, .joined(after: age))
        case .entered(let phase, _):
            add(.step, at, .entered(phase), [.init("phase", .string(phase.rawValue))])
        case .cachedPageBegun(let page):
            let first = page.version.html.count
            add(.step, at, .storedBeginning(version: page.number, first: first, bytes: page.length))
        case .cachedPageFound(let page):
            let bytes = page.version.html.count
            add(
                .didLoadLocalCache, at, .stored(version: page.number, bytes: bytes),
                [.init("version", .integer(page.number)), .init("bytes", .integer(bytes))])
        case .cachedPageVerified: add(.step, at, .verified)
        case .cachedPageWithdrawn: add(.step, at, .withdrawn)
        case .cachedRedirectFollowed(let to, let page):
            add(.step, at, .cachedRedirect(to, version: page.number))
        case .requestDecided(let request, let notes):
            url = request.url
            add(.step, at, .request(method: request.method, notes))
        case .requestSent(let bytes): add(.step, at, .sent(bytes: bytes.count))
        case .bodySent: break
        case .headReceived(let head):
            add(
                .receivedResponse, at, .response(status: head.status, phrase: head.reason),
                [.init("status", .integer(head.status))])
        case .retrying(let retry):
            add(
                .step, at, .retry(retry),
                [
                    .init("retry", .integer(retry.number)),
                    .init("pause", .integer(retry.pause.wholeMilliseconds)),
                ])
        case .redirected(_, let to, let status): add(.step, at, .redirected(to, status: status))
        case .pieceReceived: break
        case .pageReplaced(let page): add(.step, at, .page(bytes: page.html.count))
        case .blocksUpdated(_, let changes):
            add(.step, at, .blocks(changes.map(\.name)))
        case .handedOver: add(.step, at, .handedOver)
        case .learnt(.edited(let edit)): add(.step, at, .edited(edit))
        case .learnt: break
        case .newerCopyStored: add(.step, at, .newerCopy)
        case .ended(let result): end(result, at)
        }
        return records[before...]
    }

    /// Adds a step that is none of the session's own: what was done beside it for the page that it serves.
    /// - Parameters:
    ///   - message: What was done, a part of a sentence.
    ///   - url: The address that it was done for.
    ///   - at: As in `take`.
    public mutating func note(_ message: String, of url: WebURL, at: Duration) {
        records.append(SessionRecord(event: .step, at: at, url: url, content: .beside(message), figures: []))
    }

    private mutating func end(_ result: SessionResult, _ at: Duration) {
        url = result.url
        add(
            Self.event(result.outcome), at, .ended(result.reason),
            [
                .init("outcome", .string(result.outcome.name)),
                .init("code", result.outcome.code.map { .integer($0) } ?? .null),
                .init("changedBlocks", .array(result.changedBlocks.map { .string($0) })),
                .init("bytesReceived", .integer(result.bytesReceived)),
                .init("bytesSent", .integer(result.bytesSent)),
            ])
        let headers = (result.head?.headers ?? Headers()).adding(result.addedHeaders)
        if ResponseTags(headers).offline == .http {
            add(.unavailable, at, .sonicOff)
        }
        switch result.storage {
        case .untouched: break
        case .stored(let number):
            add(.didSaveCache, at, .saved(version: number), [.init("version", .integer(number))])
        case .renewed: add(.step, at, .renewed)
        case .removed: add(.step, at, .removed)
        case .notStored(let failure, let what): add(.step, at, .notStored(what, failure))
        case .notAllowed(let why): add(.step, at, .notAllowed(why))
        }
        add(.destroy, at, .over)
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

    private mutating func add(
        _ event: StatisticsEvent, _ at: Duration, _ content: SessionRecord.Content,
        _ figures: [JSONValue.Member] = []
    ) {
        records.append(SessionRecord(event: event, at: at, url: url, content: content, figures: figures))
    }
}
