import SonicProtocol

/// What VasSonic's clients pass to a waiting page when the outcome of its session is known: the argument of the
/// callback of `getDiffDataCallback` (docs/reference/protocol.md#callback).
public struct DiffCallback: Sendable, Equatable {
    /// The outcome for the page on the screen: 1000, 2000, 200 or 304.
    public let code: Int
    /// The code of the server's response; differs from `code` if the screen was not changed.
    public let srcCode: Int
    /// What the page has to patch; nil unless `code` is 200.
    public let update: Update?
    /// The members next to the codes.
    public let extra: Extra

    /// The blocks that changed.
    public struct Update: Sendable, Equatable {
        /// The changed blocks in page order, including the title.
        public let blocks: [Block]
        /// How long the changes had been known when they were passed to the page, in whole milliseconds.
        public let localRefreshTime: Int
    }

    /// The new state of a block.
    public struct Block: Sendable, Equatable {
        /// The name in braces, `{title}` for the title.
        public let name: String
        /// All of the block, including both comments. Bytes that are not UTF-8 are read as Latin-1.
        public let text: String
    }

    /// Headers of the last response, and whether the page was reloaded.
    public struct Extra: Sendable, Equatable {
        /// The validator without `W/` and quotes; nil if there is none.
        public let etag: String?
        /// `template-tag`; nil if there is none.
        public let templateTag: String?
        /// The first `cache-offline` as sent; nil if there is none.
        public let cacheOffline: String?
        /// Whether the user reloaded the page.
        public let isReload: Bool
    }

    /// The code of the response that left the stored page current: 304 or its equivalent, data that change nothing,
    /// or the same full page.
    private static func confirmation(_ result: SessionResult) -> Int {
        guard let head = result.head, head.status != 304 else { return 304 }
        let tags = ResponseTags(head.headers.adding(result.addedHeaders))
        let asked = RequestConditions(etag: result.request?.headers.first("if-none-match"))
        if ResponseClassifier.hasSameETag(tags, asked: asked) { return 304 }
        return tags.templateChange == .unchanged ? 200 : 2000
    }

    /// The object as the page receives it. `result` is a string that contains JSON, which the page's script parses in
    /// a second step; headers that were not received are left out of `extra`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let update {
            members.append(.init("local_refresh_time", .integer(update.localRefreshTime)))
            let blocks = update.blocks.map { JSONValue.Member($0.name, .string($0.text)) }
            members.append(.init("result", .string(JSONValue.object(blocks).text())))
        }
        members.append(.init("code", .integer(code)))
        members.append(.init("srcCode", .integer(srcCode)))
        members.append(.init("extra", extra.json))
        return .object(members)
    }
}

extension DiffCallback {
    /// Creates the callback's argument for a session. Nil before the session's end, and for outcomes for which
    /// VasSonic has no code and its clients report nothing.
    ///
    /// - Parameters:
    ///   - trace: The session.
    ///   - at: The time, by the clock that the trace uses.
    public init?(_ trace: SessionTrace, at: Duration) {
        guard let result = trace.result else { return nil }
        let (code, srcCode): (Int, Int)
        var update: Update?
        switch (result.outcome, trace.screen.change) {
        case (.firstLoad, _): (code, srcCode) = (1000, 1000)
        case (.allCached, _): (code, srcCode) = (304, Self.confirmation(result))
        case (.dataUpdate, .blocks(let changes)):
            // Without the page's bytes the blocks cannot be reported.
            guard case .current(let page) = trace.screen.page else { return nil }
            (code, srcCode) = (200, 200)
            update = Update(
                blocks: changes.map { Block($0, in: page) },
                localRefreshTime: Int((at - trace.screenChanged).wholeMilliseconds))
        case (.dataUpdate, .none), (.dataUpdate, .page), (.dataUpdate, .newerCopy):
            (code, srcCode) = (304, 200)
        case (.templateChange, .newerCopy): (code, srcCode) = (304, 2000)
        case (.templateChange, .none), (.templateChange, .page), (.templateChange, .blocks):
            (code, srcCode) = (2000, 2000)
        case (.plain, _), (.fresh, _), (.offline, _), (.failed, _): return nil
        }
        let headers = (result.head?.headers ?? Headers()).adding(result.addedHeaders)
        self.init(code: code, srcCode: srcCode, update: update, extra: Extra(headers, trace.mode))
    }
}

/// The state that VasSonic's page script derives from the callback.
public enum SonicStatus: Int, Sendable {
    /// Nothing was reported.
    case unknown = 0
    /// The first load.
    case firstLoad = 1
    /// The template changed: the full page was received.
    case templateChange = 2
    /// Blocks changed and have to be patched.
    case dataUpdate = 3
    /// The screen does not change.
    case cached = 4

    /// Creates the state for a callback; `unknown` for nil. Like the script, it uses `code` only.
    public init(_ callback: DiffCallback?) {
        self =
            switch callback?.code {
            case 1000: .firstLoad
            case 2000: .templateChange
            case 200: .dataUpdate
            case 304: .cached
            default: .unknown
            }
    }
}

extension DiffCallback.Block {
    fileprivate init(_ change: BlockChange, in page: ShownPage) {
        self.init(name: "{\(change.name)}", text: Bytes.text(page.html[change.new]))
    }
}

extension DiffCallback.Extra {
    fileprivate init(_ headers: Headers, _ mode: SessionMode) {
        let tags = ResponseTags(headers)
        etag = tags.etag
        templateTag = tags.templateTag
        cacheOffline = headers.first("cache-offline")
        switch mode {
        case .reload, .forceReload: isReload = true
        case .open, .back, .forceCache, .cacheOnly, .onlyIfCached: isReload = false
        }
    }

    var json: JSONValue {
        let headers = [("eTag", etag), ("template-tag", templateTag), ("cache-offline", cacheOffline)]
        return .object(
            headers.compactMap { name, value in value.map { .init(name, .string($0)) } }
                + [.init("isReload", .bool(isReload))])
    }
}
