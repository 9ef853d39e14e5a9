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
            add(.refresh, at, "the page is asked for anew")
        }
        switch event {
        case .joined(let age):
            add(.step, at, "the session had begun \(age.wholeMilliseconds) ms before")
        case .entered(let phase, _):
            add(.step, at, phase.rawValue, [.init("phase", .string(phase.rawValue))])
        case .cachedPageBegun(let page):
            let first = page.version.html.count
            add(.step, at, "stored version \(page.number), the first \(first) of \(page.length) bytes")
        case .cachedPageFound(let page):
            let bytes = page.version.html.count
            add(
                .didLoadLocalCache, at, "stored version \(page.number), \(bytes) bytes",
                [.init("version", .integer(page.number)), .init("bytes", .integer(bytes))])
        case .cachedPageVerified: add(.step, at, "the page on the screen is what was stored")
        case .cachedPageWithdrawn: add(.step, at, "the page on the screen is not what was stored")
        case .cachedRedirectFollowed(let to, let page):
            add(.step, at, "led to \(to.href) when last asked: stored version \(page.number) of it is shown")
        case .requestDecided(let request, let notes):
            url = request.url
            add(.step, at, ([request.method] + notes).joined(separator: "; "))
        case .requestSent(let bytes): add(.step, at, "a head of \(bytes.count) bytes was sent")
        case .bodySent: break
        case .headReceived(let head):
            add(
                .receivedResponse, at, "status \(head.status) \(head.reason)",
                [.init("status", .integer(head.status))])
        case .retrying(let retry):
            add(
                .step, at, retry.words + ": " + retry.reason,
                [
                    .init("retry", .integer(retry.number)),
                    .init("pause", .integer(retry.pause.wholeMilliseconds)),
                ])
        case .redirected(_, let to, let status): add(.step, at, "status \(status) leads to \(to.href)")
        case .pieceReceived: break
        case .pageReplaced(let page): add(.step, at, "shown: a whole page of \(page.html.count) bytes")
        case .blocksUpdated(_, let changes):
            add(.step, at, "patched: " + changes.map(\.name).joined(separator: ", "))
        case .handedOver: add(.step, at, "the answer is a file: its transfer goes on without the session")
        case .learnt(.edited(let edit)): add(.step, at, edit.words)
        case .learnt: break
        case .newerCopyStored: add(.step, at, "a newer copy is kept, and the screen stays as it is")
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
        records.append(SessionRecord(event: .step, at: at, url: url, message: message, figures: []))
    }

    private mutating func end(_ result: SessionResult, _ at: Duration) {
        url = result.url
        add(
            Self.event(result.outcome), at, result.reason,
            [
                .init("outcome", .string(result.outcome.name)),
                .init("code", result.outcome.code.map { .integer($0) } ?? .null),
                .init("changedBlocks", .array(result.changedBlocks.map { .string($0) })),
                .init("bytesReceived", .integer(result.bytesReceived)),
                .init("bytesSent", .integer(result.bytesSent)),
            ])
        let headers = (result.head?.headers ?? Headers()).adding(result.addedHeaders)
        if ResponseTags(headers).offline == .http {
            add(.unavailable, at, "cache-offline: http turns Sonic off for this page")
        }
        switch result.storage {
        case .untouched: break
        case .stored(let number):
            add(.didSaveCache, at, "version \(number)", [.init("version", .integer(number))])
        case .renewed: add(.step, at, "the stored page is marked as checked")
        case .removed: add(.step, at, "the stored page is removed")
        case .notStored(let failure, let what):
            add(.step, at, Reason.notStored(what) + ": " + Reason.text(failure))
        case .notAllowed(let why): add(.step, at, "nothing is stored: " + why)
        }
        add(.destroy, at, "the session is over")
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
        _ event: StatisticsEvent, _ at: Duration, _ message: String, _ figures: [JSONValue.Member] = []
    ) {
        records.append(SessionRecord(event: event, at: at, url: url, message: message, figures: figures))
    }
}
