/// Who may import whom. Arrows point downward: what a target may import stands above it.
enum ImportTable {
    /// Where there is no FoundationEssentials, all of Foundation stands in for it: behind the `#else` of its
    /// `canImport`.
    static let standIns: Set<String> = ["struct Foundation.Date"]

    /// The C library under its names elsewhere, behind the `#else` of `canImport(Glibc)`.
    static let libraries: Set<String> = ["Musl", "Darwin"]

    /// The pure targets: no input or output, no clock, no Glibc.
    static let pure: [String: Set<String>] = [
        "CellGrid": ["CUtf8proc"],
        "SonicProtocol": [],
        "SonicSession": ["SonicProtocol", "Synchronization"],
        "EngineService": ["SonicSession", "SonicProtocol"],
        "Watching": ["SonicSession", "SonicProtocol"],
        "Recording": ["SonicSession", "SonicProtocol"],
        "Resending": ["SonicSession", "SonicProtocol"],
        "Intercepting": ["SonicSession", "SonicProtocol"],
        "Configuration": ["SonicProtocol", "SonicSession", "Styling", "PageEncoding"],
        "Lint": ["PageEncoding", "SonicProtocol"],
        "Conformance": ["Lint", "SonicProtocol"],
        "Digests": ["SonicProtocol"],
        "Manuals": [],
        "Phones": ["SonicProtocol"],
        "Markup": [],
        "PageEncoding": ["Markup"],
        "Styling": ["Markup"],
        "PageLayout": ["Markup", "Styling", "CellGrid", "CFribidi"],
        "ProxyRules": ["SonicProtocol", "Markup", "Styling"],
        "Explaining": ["SonicSession", "SonicProtocol", "Lint", "Recording"],
        "Downloads": ["SonicProtocol"],
        "Handlers": [],
        "BrowserCore": [
            "PageLayout", "PageEncoding", "SonicSession", "SonicProtocol", "CellGrid", "Explaining", "Lint",
            "Watching", "Recording", "Resending", "Intercepting", "Downloads", "Rendering",
        ],
        "Rendering": ["CCmark"],
    ]

    /// The adapters, each with its part of the outside world, and the programs. Synchronization is there for its
    /// atomics and Dispatch for parking the main thread; mutexes and queues are forbidden words.
    static let impure: [String: Set<String>] = [
        "Hashing": ["CNettle", "SonicProtocol"],
        "Naming": ["Glibc"],
        "OpenFiles": ["Glibc"],
        "Charsets": ["PageEncoding", "Glibc"],
        "PageCache": ["SonicSession", "SonicProtocol", "Glibc"],
        "Packages": ["SonicSession", "SonicProtocol", "Hashing", "PageCache", "OpenFiles", "Glibc"],
        "URLSessionConnection": ["SonicSession", "SonicProtocol", "Foundation", "FoundationNetworking"],
        "SonicClient": [
            "SonicSession", "SonicProtocol", "PageCache", "Digests", "struct FoundationEssentials.Date",
        ],
        "CurlSockets": ["SonicProtocol", "CCurl", "CZlib", "Glibc", "Synchronization"],
        "Transport": [
            "SonicSession", "SonicProtocol", "CurlSockets", "CCurl", "OpenFiles", "Glibc", "Synchronization",
        ],
        "SonicServer": ["SonicProtocol", "Hashing", "OpenFiles", "CMicrohttpd", "CZlib", "CBrotli", "Glibc"],
        "SonicProxy": [
            "ProxyRules", "SonicServer", "SonicProtocol", "CurlSockets", "CCurl", "OpenFiles", "Glibc",
        ],
        "Terminal": ["BrowserCore", "SonicProtocol", "CellGrid", "CNcurses", "Glibc", "Synchronization"],
        "sonic": [
            "BrowserCore", "PageLayout", "PageEncoding", "Charsets", "Markup", "SonicSession",
            "SonicProtocol", "CellGrid", "Configuration", "Conformance", "Explaining", "Hashing",
            "Lint", "Naming", "PageCache", "Packages", "Phones", "Transport", "Terminal", "EngineService",
            "Watching", "Recording", "Resending", "Manuals", "Intercepting", "Downloads", "Handlers",
            "Rendering", "OpenFiles", "CChild", "Glibc", "Dispatch",
        ],
        "html5lib-conformance": [
            "Markup", "Glibc", "FoundationEssentials", "class FoundationEssentials.JSONDecoder",
            "struct FoundationEssentials.Data",
        ],
        "sonic-server": [
            "Manuals", "SonicServer", "SonicProxy", "ProxyRules", "SonicProtocol", "Hashing", "OpenFiles",
            "Glibc",
        ],
    ]

    /// Whether a module may be imported where what it stands in for is missing.
    static func isStandIn(_ name: String, for allowed: Set<String>) -> Bool {
        standIns.contains(name) || (libraries.contains(name) && allowed.contains("Glibc"))
    }

    /// What the target may import; nil for a target that this table does not know.
    static func allowed(in target: String) -> Set<String>? {
        pure[target] ?? impure[target]
    }
}
