/// Which target may import which. Dependencies point downward: a target may import those that are above it here.
enum ImportTable {
    /// If FoundationEssentials is missing, all of Foundation is its substitute: in the `#else` of its
    /// `canImport`.
    static let standIns: Set<String> = ["struct Foundation.Date"]

    /// The C library's names on other systems, in the `#else` of `canImport(Glibc)`.
    static let libraries: Set<String> = ["Musl", "Darwin"]

    /// The folders of Sources, from the bottom up. A target imports from its own folder or from an earlier one.
    static let layers = [
        "CLibraries", "Protocol", "Page", "Application", "Adapters", "Server", "Library", "Programs",
    ]

    /// The pure targets: no input or output, no clock, no Glibc.
    static let pure: [String: Set<String>] = [
        "CellGrid": ["CUtf8proc"],
        "SonicProtocol": [],
        "SonicSession": ["SonicProtocol", "Synchronization"],
        "SessionWords": ["SonicSession", "SonicProtocol"],
        "SessionReports": ["SonicLint", "SessionWords", "SonicSession", "SonicProtocol"],
        "BrowserValues": [
            "SessionReports", "SessionWords", "SonicSession", "SonicProtocol", "HTML", "CellGrid",
            "Configuration", "Workbench",
        ],
        "Browser": [
            "BrowserValues", "SessionReports", "SessionWords", "SonicSession", "SonicProtocol", "PageLayout",
            "HTML", "CellGrid", "Configuration", "Exchanges", "Workbench", "SonicLint",
        ],
        "Exchanges": ["SonicSession", "SonicProtocol"],
        "Workbench": [
            "Exchanges", "SessionReports", "SonicLint", "SessionWords", "SonicSession", "SonicProtocol",
            "Synchronization",
        ],
        "Configuration": ["Exchanges", "SonicProtocol", "SonicSession", "CSS", "HTML"],
        "ProgramArguments": [],
        "HTML": [],
        "SonicLint": ["HTML", "SessionWords", "SonicSession", "SonicProtocol"],
        "CSS": ["HTML"],
        "PageLayout": ["SonicProtocol", "HTML", "CSS", "CellGrid", "CFribidi", "CCmarkGFM"],
    ]

    /// The adapters, each with its part of the outside world, and the programs. Synchronization is allowed for its
    /// atomics and Dispatch for parking the main thread; mutexes and queues are forbidden words.
    static let impure: [String: Set<String>] = [
        "SystemLibraries": ["CNettle", "SonicProtocol", "Glibc", "Synchronization"],
        "BrowserServices": [
            "BrowserValues", "Exchanges", "Workbench", "SonicLint", "PageLayout", "HTML", "CellGrid",
            "SessionReports", "SessionWords", "SonicSession",
            "SonicProtocol", "SystemLibraries", "PageCache", "CChild", "CurlSockets", "Glibc",
        ],
        "PageCache": ["SessionWords", "SonicSession", "SonicProtocol", "Glibc"],
        "URLSessionConnection": ["SonicSession", "SonicProtocol", "Foundation", "FoundationNetworking"],
        "SonicClient": [
            "SessionWords", "SonicSession", "SonicProtocol", "PageCache", "struct FoundationEssentials.Date",
        ],
        "CurlSockets": ["SonicProtocol", "SystemLibraries", "CCurl", "CZlib", "Glibc", "Synchronization"],
        "Transport": [
            "SessionWords", "SonicSession", "SonicProtocol", "PageCache", "CurlSockets", "CCurl",
            "SystemLibraries", "Glibc",
            "Synchronization",
        ],
        "SonicServer": [
            "Exchanges", "SonicProtocol", "SystemLibraries", "CurlSockets", "CMicrohttpd", "CGnutls", "CZlib",
            "CBrotli", "Glibc",
        ],
        "SonicProxy": [
            "SonicServer", "SonicProtocol", "CurlSockets", "CCurl", "SystemLibraries", "Glibc", "HTML", "CSS",
        ],
        "PageScripts": [
            "Workbench", "HTML", "SonicProtocol", "SystemLibraries", "CPageScripts", "Glibc",
        ],
        "Terminal": ["SonicProtocol", "CellGrid", "SystemLibraries", "CNcurses", "Glibc", "Synchronization"],
        "sonic": [
            "BrowserValues", "Browser", "PageLayout", "HTML", "BrowserServices", "SessionReports",
            "SessionWords",
            "SonicSession",
            "SonicProtocol", "CellGrid", "Configuration", "Exchanges", "Workbench", "SonicLint",
            "SystemLibraries", "PageCache", "Transport", "Terminal", "PageScripts", "ProgramArguments",
            "Glibc",
            "Dispatch",
        ],
        "sonic-server": [
            "Configuration", "Exchanges", "SonicLint", "ProgramArguments", "SonicServer", "SonicProxy",
            "SonicProtocol", "SystemLibraries", "Glibc",
        ],
    ]

    /// Whether a module may be imported as a substitute for an allowed one that is missing.
    static func isStandIn(_ name: String, for allowed: Set<String>) -> Bool {
        standIns.contains(name) || (libraries.contains(name) && allowed.contains("Glibc"))
    }

    /// Folders of an adapter whose code is pure nonetheless.
    static let pureFolders: [String: Set<String>] = [
        "SonicSession/Machine": ["SonicProtocol"],
        "SonicProxy/Rules": ["SonicProtocol", "HTML", "CSS"],
        "BrowserServices/Engine": ["SessionReports", "SessionWords", "SonicSession", "SonicProtocol"],
    ]

    /// What a file may import; nil for a target that is not in this table.
    static func allowed(in file: Repository.File) -> Set<String>? {
        let folder = file.path.split(separator: "/").dropFirst(2).prefix(2).joined(separator: "/")
        return pureFolders[folder] ?? pure[file.target] ?? impure[file.target]
    }
}
