/// Names that types of ours had, and what is written now: what a dictionary of computing does not have is not declared again.
enum OldNames {
    static let types: [String: String] = [
        "AsideSession": "DetachedSession", "AsideStore": "ReadThroughStore", "Lie": "RequestOverride",
        "InterceptDesk": "InterceptQueue", "Travel": "VersionNavigation", "Grip": "DragState",
        "Waymark": "PlaceMark", "InForce": "StatusBadge", "Upshot": "TabEffect", "Interlude": "InputMode",
        "SiteWishes": "SitePreferences", "PagesAhead": "Prefetch", "Treatment": "PreparedResponse",
        "Personality": "Dialect", "Conversation": "StreamingExchange", "Handover": "BodyHandoff",
        "Arrangement": "LayoutPreset", "SessionTrail": "SessionTrace", "CookieShelves": "CookiesBySite",
        "CodingFate": "BodyDelivery",
        "AsideOrder": "ResendOrder", "AsideStorage": "ResendStorage", "AsideAnswer": "ResendAnswer",
        "AsideCookies": "ReadThroughCookies", "Stretch": "Chunk, or RunInterval of time",
        "StretchDiff": "HunkDiff", "SearchTurn": "SearchWrap",
        "Seed": "Checkpoint", "Hindrance": "StartFailure, NotWritable", "Surroundings": "RuleContext",
        "HeldPages": "MemoryOnlyPages", "AnswerKeeping": "ResponseRetention",
        "SheetsAhead": "StyleSheetPrefetch", "PageGlance": "PageSummary", "PictureWish": "PicturePreference",
        "WishReading": "KeyPreferenceParser", "SettingInForce": "EffectiveSetting",
        "PhoneIDs": "ClientPageIDs",
        "ArrangementChoice": "LayoutChoice", "KeyReading": "KeyParseResult", "Telling": "ReportLevel",
        "VersionKeeping": "VersionService", "InboxKeeping": "InboxService", "PageKeeping": "PinService",
        "WatchSight": "WatchedSession",

        "HeldExchange": "InterceptedExchange", "HeldList": "InterceptedExchanges",
        "HeldSheet": "InterceptedOverlay", "HeldPage": "CachedPage, KnownVersion",
        "KeptAnswer": "RetainedResponse", "KeptAnswers": "StoredResponseFilter",
        "KeptConnection": "IdleConnection", "KeptPages": "LayeredPages", "KeptVersion": "ListedVersion",
        "KeptTitle": "StoredTitle", "Unkept": "NotStored", "Keeping": "StorageDecision",
        "AnswerSheet": "ResponseOverlay", "RequestSheet": "RequestEditor",
        "DownloadSheet": "DownloadOverlay", "EngineTeller": "EngineReporter",
        "StepTeller": "StepReporter", "CacheReading": "CacheReadResult",
        "SelectorReading": "SelectorParseResult", "XMLReading": "XMLState",
        "PhoneReading": "ClientOutcome",

    ]
}
