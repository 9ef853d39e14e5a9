// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of ours is built in the Swift 6 language mode with warnings as errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

// Arrows point downward only: TidyTests compares each import in Sources with this table.
let package = Package(
    name: "sonic",
    // What the standard library needs of systems that bring it along; Linux takes it from the toolchain.
    platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
    products: [
        // For other programs: no C library in their closure (Tests/ProgramTests/Library).
        .library(name: "SonicProtocol", targets: ["SonicProtocol"]),
        .library(name: "SonicSession", targets: ["SonicSession"]),
        .library(name: "SessionWords", targets: ["SessionWords"]),
        .library(name: "SonicLint", targets: ["SonicLint"]),
        .library(name: "SonicClient", targets: ["SonicClient"]),
        .library(name: "PageCache", targets: ["PageCache"]),
        .library(name: "URLSessionConnection", targets: ["URLSessionConnection"]),
        .executable(name: "sonic", targets: ["sonic"]),
        .executable(name: "sonic-server", targets: ["sonic-server"]),
    ],
    targets: [
        // Thin shims over C libraries.
        .systemLibrary(name: "CNcurses", path: "Sources/CLibraries/CNcurses"),
        .systemLibrary(name: "CNettle", path: "Sources/CLibraries/CNettle"),
        .systemLibrary(name: "CUtf8proc", path: "Sources/CLibraries/CUtf8proc"),
        .systemLibrary(name: "CFribidi", path: "Sources/CLibraries/CFribidi"),
        .systemLibrary(name: "CZlib", path: "Sources/CLibraries/CZlib"),
        .systemLibrary(name: "CGnutls", path: "Sources/CLibraries/CGnutls"),
        .systemLibrary(name: "CBrotli", path: "Sources/CLibraries/CBrotli"),
        .systemLibrary(name: "CCmarkGFM", path: "Sources/CLibraries/CCmarkGFM"),
        .target(name: "CMicrohttpd", path: "Sources/CLibraries/CMicrohttpd"),
        .target(name: "CCurl", path: "Sources/CLibraries/CCurl"),
        .target(name: "CChild", path: "Sources/CLibraries/CChild"),
        .target(name: "CPageScripts", path: "Sources/CLibraries/CPageScripts"),

        // Pure: no I/O, no clock, no Glibc.
        .target(
            name: "CellGrid", dependencies: ["CUtf8proc"], path: "Sources/Page/CellGrid",
            swiftSettings: strict),
        .target(name: "SonicProtocol", path: "Sources/Protocol/SonicProtocol", swiftSettings: strict),
        .target(
            name: "SonicSession", dependencies: ["SonicProtocol"], path: "Sources/Protocol/SonicSession",
            swiftSettings: strict),
        .target(
            name: "SessionWords", dependencies: ["SonicSession", "SonicProtocol"],
            path: "Sources/Protocol/SessionWords",
            swiftSettings: strict),
        .target(
            name: "Exchanges", dependencies: ["SonicProtocol", "SonicSession"],
            path: "Sources/Application/Exchanges",
            swiftSettings: strict),
        .target(
            name: "Configuration",
            dependencies: ["Exchanges", "SonicSession", "SonicProtocol", "CSS", "HTML"],
            path: "Sources/Application/Configuration",
            swiftSettings: strict),
        .target(
            name: "SessionReports",
            dependencies: ["SonicLint", "SessionWords", "SonicProtocol", "SonicSession"],
            path: "Sources/Application/SessionReports",
            swiftSettings: strict),
        .target(
            name: "Workbench",
            dependencies: [
                "Exchanges", "SessionReports", "SonicLint", "SessionWords", "SonicProtocol", "SonicSession",
            ],
            path: "Sources/Application/Workbench",
            swiftSettings: strict),
        .target(
            name: "ProgramArguments", path: "Sources/Application/ProgramArguments", swiftSettings: strict),
        .target(name: "HTML", path: "Sources/Page/HTML", swiftSettings: strict),
        .target(
            name: "SonicLint", dependencies: ["HTML", "SessionWords", "SonicProtocol", "SonicSession"],
            path: "Sources/Page/SonicLint",
            swiftSettings: strict),
        .target(name: "CSS", dependencies: ["HTML"], path: "Sources/Page/CSS", swiftSettings: strict),
        // Linked into the program: a library to be loaded would cost every start.
        .target(
            name: "PageLayout",
            dependencies: ["SonicProtocol", "HTML", "CSS", "CellGrid", "CFribidi", "CCmarkGFM"],
            path: "Sources/Page/PageLayout",
            swiftSettings: strict,
            linkerSettings: [
                .linkedLibrary(":libcmark-gfm-extensions.a"), .linkedLibrary(":libcmark-gfm.a"),
            ]),
        // What the browser and its services both use: neither waits for the other.
        .target(
            name: "BrowserValues",
            dependencies: [
                "SessionReports", "SessionWords", "SonicSession", "SonicProtocol", "HTML", "CellGrid",
                "Configuration", "Workbench",
            ], path: "Sources/Application/BrowserValues",
            swiftSettings: strict),
        .target(
            name: "Browser",
            dependencies: [
                "BrowserValues", "SessionReports", "SessionWords", "SonicSession", "SonicProtocol",
                "PageLayout", "HTML", "CellGrid", "Configuration", "Exchanges", "Workbench", "SonicLint",
            ],
            path: "Sources/Application/Browser",
            swiftSettings: strict),

        // Adapters: each speaks to one part of the outside world.
        .target(
            name: "SystemLibraries", dependencies: ["CNettle", "SonicProtocol"],
            path: "Sources/Adapters/SystemLibraries", swiftSettings: strict),
        .target(
            name: "PageCache", dependencies: ["SessionWords", "SonicSession", "SonicProtocol"],
            path: "Sources/Adapters/PageCache", swiftSettings: strict),
        .target(
            name: "URLSessionConnection", dependencies: ["SonicSession", "SonicProtocol"],
            path: "Sources/Library/URLSessionConnection",
            swiftSettings: strict),
        .target(
            name: "CurlSockets", dependencies: ["SonicProtocol", "SystemLibraries", "CCurl", "CZlib"],
            path: "Sources/Adapters/CurlSockets", swiftSettings: strict),
        .target(
            name: "Transport",
            dependencies: [
                "SessionWords", "SonicSession", "SonicProtocol", "PageCache", "CurlSockets", "CCurl",
                "SystemLibraries",
            ], path: "Sources/Adapters/Transport",
            swiftSettings: strict),
        .target(
            name: "SonicServer",
            dependencies: [
                "Exchanges", "SonicProtocol", "SystemLibraries", "CurlSockets", "CMicrohttpd", "CGnutls",
                "CZlib", "CBrotli",
            ], path: "Sources/Server/SonicServer",
            // Each page is a constant of `PackageResources`: the program reads no file.
            resources: [.embedInCode("Demo/Pages")],
            swiftSettings: strict),
        .target(
            name: "SonicProxy",
            dependencies: [
                "SonicProtocol", "HTML", "CSS", "SonicServer", "CurlSockets", "CCurl", "SystemLibraries",
            ], path: "Sources/Server/SonicProxy", swiftSettings: strict),
        .target(
            name: "Terminal",
            dependencies: ["SonicProtocol", "CellGrid", "SystemLibraries", "CNcurses", "CChild"],
            path: "Sources/Adapters/Terminal",
            swiftSettings: strict),
        .target(
            name: "BrowserServices",
            dependencies: [
                "BrowserValues", "Exchanges", "Workbench", "SonicLint", "PageLayout", "HTML", "CellGrid",
                "SessionReports", "SessionWords", "SonicSession", "SonicProtocol", "SystemLibraries",
                "PageCache", "CChild", "CurlSockets",
            ], path: "Sources/Adapters/BrowserServices",
            swiftSettings: strict),
        .target(
            name: "PageScripts",
            dependencies: ["Workbench", "HTML", "SonicProtocol", "SystemLibraries", "CPageScripts"],
            path: "Sources/Adapters/PageScripts",
            // A constant of `PackageResources`: the program reads no file.
            resources: [.embedInCode("Script")],
            swiftSettings: strict),

        // The way in for other programs.
        .target(
            name: "SonicClient",
            dependencies: ["SessionWords", "SonicSession", "SonicProtocol", "PageCache"],
            path: "Sources/Library/SonicClient",
            swiftSettings: strict),

        // Programs: arguments and wiring.
        .executableTarget(
            name: "sonic",
            dependencies: [
                "Browser", "BrowserValues", "PageLayout", "HTML", "SessionReports", "SessionWords",
                "SonicSession", "SonicProtocol", "Configuration",
                "Exchanges", "Workbench", "SonicLint", "SystemLibraries", "BrowserServices", "PageCache",
                "Transport", "Terminal", "PageScripts", "ProgramArguments",
            ], path: "Sources/Programs/sonic", swiftSettings: strict),
        .executableTarget(
            name: "sonic-server",
            dependencies: [
                "Configuration", "Exchanges", "SonicLint", "ProgramArguments", "SonicServer", "SonicProxy",
                "SonicProtocol", "SystemLibraries",
            ], path: "Sources/Programs/sonic-server", swiftSettings: strict),
        // Test support: chance that can be repeated.
        .target(name: "Chance", path: "Tests/Chance", swiftSettings: strict),
        // Test support: a disk in memory that loses what was not synced.
        .target(
            name: "Disks", dependencies: ["Chance", "PageCache", "SonicProtocol"], path: "Tests/Disks",
            swiftSettings: strict),
        // What the fuzzers feed, and the tests replay (docs/development/fuzzing.md).
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Browser", "CellGrid", "Configuration", "Disks", "SystemLibraries", "HTML", "PageCache",
                "PageLayout", "Exchanges", "Workbench", "SonicProtocol", "SonicServer", "SonicSession",
                "Terminal",
            ], path: "Tests/FuzzTargets", swiftSettings: strict),
        // Test support: a pty with a terminal emulator on it.
        .target(name: "CPty", path: "Tests/CPty", linkerSettings: [.linkedLibrary("vterm")]),
        .target(
            name: "TestSupport", dependencies: ["CPty", "SonicLint", "SonicProtocol"],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        .executableTarget(
            name: "terminal-probe", dependencies: ["Terminal", "CellGrid", "SystemLibraries"],
            path: "Tests/TerminalProbe", swiftSettings: strict),
        // Measures the programs beside others (docs/development/benchmarks.md): not part of the product.
        .executableTarget(
            name: "sonic-bench",
            dependencies: [
                "Browser", "SonicSession", "SonicProtocol", "CellGrid", "SystemLibraries", "PageCache",
                "Transport", "CCurl", "Chance", "CPty",
            ], path: "Tests/Benchmark", swiftSettings: strict),
        // Test support: the tokens of a text.
        .target(
            name: "TokenList", dependencies: ["HTML"], path: "Tests/TokenList", swiftSettings: strict),
        // Compares HTML with the public suite of HTML parsers (`make conformance`): not part of the product.
        .executableTarget(
            name: "html5lib-conformance", dependencies: ["HTML", "TokenList"], path: "Tests/Conformance",
            swiftSettings: strict),
        // One for each layer: a target more is a link more, and its imports are read once more.
        .testTarget(
            name: "ProtocolTests",
            dependencies: ["Chance", "SonicProtocol", "SystemLibraries", "PageCache", "TestSupport"],
            exclude: ["Tables"], swiftSettings: strict),
        .testTarget(
            name: "SessionTests",
            dependencies: [
                "Chance", "SessionReports", "SessionWords", "SonicSession", "SonicProtocol",
                "SystemLibraries", "TestSupport",
            ], exclude: ["HTTP/Words/sessions.table", "Plays", "Words"], swiftSettings: strict),
        .testTarget(
            name: "PageTests",
            dependencies: [
                "Chance", "CellGrid", "HTML", "CSS", "PageLayout", "SonicLint", "SessionWords",
                "SonicProtocol", "TokenList", "TestSupport",
                "BrowserServices",
            ],
            exclude: [
                "CSS/Styles.table", "CellGrid/Cells.table", "HTML/Encodings/Encodings.table",
                "HTML/Trees.table",
                "PageLayout/Goldens", "PageLayout/LineBreaks.table", "PageLayout/PageFacts.table",
                "PageLayout/PageText.table", "PageLayout/Renditions/Renditions.table",
                "SonicLint/Lint.table", "SonicLint/Callbacks.table",
            ], swiftSettings: strict),
        .testTarget(
            name: "ApplicationTests",
            dependencies: [
                "Chance", "Configuration", "ProgramArguments", "Exchanges", "SessionReports", "SessionWords",
                "Workbench", "SonicLint", "SonicProtocol", "SonicSession", "SonicServer", "SystemLibraries",
                "TestSupport",
            ],
            exclude: [
                "Workbench/workbench.table", "Exchanges/exchanges.table", "Configuration/configuration.table",
                "Configuration/settings.table", "Configuration/values.table", "Workbench/exchanges.table",
                "Exchanges/filters.txt", "ProgramArguments/arguments.table",
                "Workbench/ClientModels/Plays", "Workbench/HAR/Recordings",
                "Workbench/Lint/Answers",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "Chance", "Browser", "BrowserValues", "SessionReports", "SonicSession", "SonicProtocol",
                "CellGrid", "SystemLibraries", "BrowserServices", "Configuration", "Exchanges", "Workbench",
                "SonicLint",
                "TestSupport",
            ], exclude: ["Pages", "Plays", "Screens", "Tables"], swiftSettings: strict),
        .testTarget(
            name: "AdapterTests",
            dependencies: [
                "Chance", "Disks", "TestSupport", "terminal-probe", "SystemLibraries", "PageCache",
                "Transport", "Terminal", "CellGrid", "URLSessionConnection", "BrowserServices", "Browser",
                "BrowserValues", "Exchanges", "Workbench",
                "PageLayout", "SonicSession", "SonicProtocol",
            ],
            exclude: [
                "Transport/transport.table", "Terminal/terminal.table",
                "SystemLibraries/systemLibraries.table", "PageCache/pageCache.table",
                "BrowserServices/browserServices.table", "BrowserServices/lines.table",
            ], swiftSettings: strict),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Chance", "SonicServer", "SonicProxy", "SonicSession", "SonicProtocol", "Exchanges",
                "Workbench", "CurlSockets",
                "SystemLibraries", "Transport", "TestSupport", "sonic-server",
            ],
            exclude: [
                "SonicServer/sonicServer.table", "SonicProxy/sonicProxy.table",
                "Recorded/Vectors", "SonicProxy/Rules/blocks.table", "SonicProxy/Rules/proxy.table",
                "SonicServer/requests.table", "SonicServer/scrutiny.table", "SonicServer/usage.table",
            ], swiftSettings: strict),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "TestSupport", "FuzzTargets", "CPageScripts", "sonic", "sonic-server", "sonic-bench",
                "SonicSession",
                "SonicProtocol", "PageCache", "SystemLibraries", "Exchanges", "Workbench", "Chance",
                "SonicClient", "PageScripts", "Browser", "HTML",
                "SonicLint", "URLSessionConnection",
            ],
            exclude: [
                "EndToEnd/Stories", "PageScripts/Pages", "PageScripts/Callbacks.table",
                "PageScripts/Document.table", "Fuzz/Corpus", "Fuzz/Fuzzer", "Fuzz/Regressions",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TidyTests", dependencies: ["TestSupport"], exclude: ["Goldens"], swiftSettings: strict),
    ]
)

// SwiftPM builds a target anew when a module that the target names has changed, and not when one has that those are made
// of, so that it would go on with the old layout of what they hold: each names all that it stands on.
for target in package.targets {
    var names: Set<String> = []
    var waiting = target.dependencies
    while let next = waiting.popLast() {
        guard case .byNameItem(let name, _) = next, names.insert(name).inserted else { continue }
        waiting += package.targets.first { $0.name == name }?.dependencies ?? []
    }
    target.dependencies = names.sorted().map { .byName(name: $0) }
}

// scripts/build-programs builds programs alone, all in one run: neither the tests' tools nor what is for other packages.
if let programs = Context.environment["SONIC_PROGRAMS"] {
    let names = programs.split(separator: " ").map(String.init)
    let built = package.targets.filter { names.contains($0.name) }
    let needed = built.flatMap(\.dependencies).compactMap { dependency -> String? in
        guard case .byNameItem(let name, _) = dependency else { return nil }
        return name
    }
    package.products = names.map { .executable(name: $0, targets: [$0]) }
    package.targets.removeAll { !Set(names + needed).contains($0.name) }
}

// Unoptimized, these modules take most of the time of the tests. scripts/test has them optimized, with assertions; packages
// that depend on this one never do (docs/decisions/0527-tests-run-with-six-modules-optimized.md).
if Context.environment["SONIC_OPTIMIZED"] != nil {
    let slow = ["CellGrid", "SonicProtocol", "HTML", "CSS", "PageLayout", "Browser"]
    for target in package.targets where slow.contains(target.name) {
        target.swiftSettings? += [
            .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
        ]
    }
}
