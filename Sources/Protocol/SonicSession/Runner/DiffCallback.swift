import SonicProtocol

/// What VasSonic's clients tell a page that waits for it once they know how its session ended: the object that
/// `getDiffDataCallback` gets (docs/reference/protocol.md#callback).
public struct DiffCallback: Sendable, Equatable {
    /// What the session came to for the page on the screen: 1000, 2000, 200 or 304.
    public let code: Int
    /// What the server's answer was; another than `code` where the screen stayed as it was.
    public let srcCode: Int
    /// What the page is to patch; nil but for `code` 200.
    public let update: Update?
    /// What stands beside the codes.
    public let extra: Extra

    /// The blocks that changed.
    public struct Update: Sendable, Equatable {
        /// In page order, the title among them.
        public let blocks: [Block]
        /// How long the changes had been known when the page was told, in whole milliseconds.
        public let localRefreshTime: Int
    }

    /// A block as it is now.
    public struct Block: Sendable, Equatable {
        /// The name in braces, `{title}` for the title.
        public let name: String
        /// All of the block, both comments included. Bytes that are no UTF-8 are read as Latin-1.
        public let text: String
    }

    /// What the last answer's headers said, and what the reader did.
    public struct Extra: Sendable, Equatable {
        /// The validator without weakness mark and quotes; nil for none.
        public let etag: String?
        /// `template-tag`; nil for none.
        public let templateTag: String?
        /// The first `cache-offline` as it was sent; nil for none.
        public let cacheOffline: String?
        /// Whether the reader asked for the page anew.
        public let isReload: Bool
    }

    /// What the page is told of a session. Nil before its end, and where VasSonic's clients tell it nothing: for outcomes
    /// without a code of theirs.
    ///
    /// - Parameters:
    ///   - trace: The session.
    ///   - at: The time, by the clock that the trace was kept by.
    public init?(_ trace: SessionTrace, at: Duration) {
        guard let result = trace.result else { return nil }
        var update: Update?
        switch (result.outcome, trace.screen.change) {
        case (.firstLoad, _): (code, srcCode) = (1000, 1000)
        case (.allCached, _): (code, srcCode) = (304, Self.confirmation(result))
        case (.dataUpdate, .blocks(let changes)):
            // Of a page whose bytes were let go nobody can tell the blocks.
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
        self.update = update
        extra = Extra((result.head?.headers ?? Headers()).adding(result.addedHeaders), trace.mode)
    }

    /// What the answer was that left the stored page the current one: 304 or its equal, data that change
    /// nothing, or the same page whole.
    private static func confirmation(_ result: SessionResult) -> Int {
        guard let head = result.head, head.status != 304 else { return 304 }
        let tags = ResponseTags(head.headers.adding(result.addedHeaders))
        let asked = Asked(etag: result.request?.headers.first("if-none-match"))
        if ResponseClassifier.hasSameETag(tags, asked: asked) { return 304 }
        return tags.templateChange == .unchanged ? 200 : 2000
    }
}

/// The state that VasSonic's script for pages makes of the callback.
public enum SonicStatus: Int, Sendable {
    /// Nothing was told.
    case unknown = 0
    /// The first load.
    case firstLoad = 1
    /// The template changed: the page came anew.
    case templateChange = 2
    /// Blocks changed: they are to be patched.
    case dataUpdate = 3
    /// What is on the screen stays.
    case cached = 4

    /// The state behind a callback; nil for none. By `code` alone, as the script has it.
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
        case .open, .back, .cacheOnly: isReload = false
        }
    }
}
