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
    ]
}
