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
        // For other programs: no C library in their closure (Tests/LibraryTests).
        .library(name: "SonicProtocol", targets: ["SonicProtocol"]),
        .library(name: "SonicSession", targets: ["SonicSession"]),
        .library(name: "SonicClient", targets: ["SonicClient"]),
        .library(name: "PageCache", targets: ["PageCache"]),
        .library(name: "Digests", targets: ["Digests"]),
        .library(name: "URLSessionConnection", targets: ["URLSessionConnection"]),
        .executable(name: "sonic", targets: ["sonic"]),
        .executable(name: "sonic-server", targets: ["sonic-server"]),
    ],
    targets: [
        // Thin shims over C libraries.
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CNettle"),
        .systemLibrary(name: "CUtf8proc"),
        .systemLibrary(name: "CFribidi"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CBrotli"),
        .systemLibrary(name: "CCmark"),
        .target(name: "CMicrohttpd"),
        .target(name: "CCurl"),
        .target(name: "CChild"),

        // Pure: no I/O, no clock, no Glibc.
        .target(name: "CellGrid", dependencies: ["CUtf8proc"], swiftSettings: strict),
        .target(name: "SonicProtocol", swiftSettings: strict),
        .target(name: "SonicSession", dependencies: ["SonicProtocol"], swiftSettings: strict),
        .target(
            name: "Configuration",
            dependencies: ["SonicSession", "SonicProtocol", "Styling", "PageEncoding"],
            swiftSettings: strict),
        .target(name: "Lint", dependencies: ["PageEncoding", "SonicProtocol"], swiftSettings: strict),
        .target(
            name: "Explaining", dependencies: ["SonicSession", "SonicProtocol", "Lint", "Recording"],
            swiftSettings: strict
        ),
        .target(name: "Conformance", dependencies: ["Lint", "SonicProtocol"], swiftSettings: strict),
        .target(name: "Recording", dependencies: ["SonicSession", "SonicProtocol"], swiftSettings: strict),
        .target(
            name: "Intercepting", dependencies: ["SonicSession", "SonicProtocol"], swiftSettings: strict),
        .target(name: "Digests", dependencies: ["SonicProtocol"], swiftSettings: strict),
        .target(name: "Manuals", swiftSettings: strict),
        .target(name: "Resending", dependencies: ["SonicSession", "SonicProtocol"], swiftSettings: strict),
        .target(name: "Phones", dependencies: ["SonicProtocol"], swiftSettings: strict),
        .target(name: "Markup", swiftSettings: strict),
        .target(name: "PageEncoding", dependencies: ["Markup"], swiftSettings: strict),
        .target(name: "Styling", dependencies: ["Markup"], swiftSettings: strict),
        .target(
            name: "PageLayout", dependencies: ["Markup", "Styling", "CellGrid", "CFribidi"],
            swiftSettings: strict),
        // Linked into the program: a library to be loaded would cost every start.
        .target(
            name: "Rendering", dependencies: ["CCmark"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary(":libcmark.a")]),
        .target(name: "Watching", dependencies: ["SonicSession", "SonicProtocol"], swiftSettings: strict),
        .target(name: "Downloads", dependencies: ["SonicProtocol"], swiftSettings: strict),
        .target(name: "Handlers", swiftSettings: strict),
        .target(
            name: "BrowserCore",
            dependencies: [
                "PageLayout", "PageEncoding", "SonicSession", "SonicProtocol", "CellGrid", "Explaining",
                "Lint", "Watching", "Recording", "Resending", "Intercepting", "Downloads", "Rendering",
            ],
            swiftSettings: strict),

        .target(
            name: "ProxyRules", dependencies: ["SonicProtocol", "Markup", "Styling"], swiftSettings: strict),

        .target(
            name: "EngineService", dependencies: ["SonicSession", "SonicProtocol"], swiftSettings: strict),

        // Adapters: each speaks to one part of the outside world.
        .target(name: "Hashing", dependencies: ["CNettle", "SonicProtocol"], swiftSettings: strict),
        .target(name: "Naming", swiftSettings: strict),
        .target(name: "OpenFiles", swiftSettings: strict),
        .target(name: "Charsets", dependencies: ["PageEncoding"], swiftSettings: strict),
        .target(
            name: "PageCache", dependencies: ["SonicSession", "SonicProtocol"], swiftSettings: strict),
        .target(
            name: "URLSessionConnection", dependencies: ["SonicSession", "SonicProtocol"],
            swiftSettings: strict),
        .target(
            name: "Packages",
            dependencies: ["SonicSession", "SonicProtocol", "Hashing", "PageCache", "OpenFiles"],
            swiftSettings: strict),
        .target(
            name: "CurlSockets", dependencies: ["SonicProtocol", "CCurl", "CZlib"], swiftSettings: strict),
        .target(
            name: "Transport",
            dependencies: ["SonicSession", "SonicProtocol", "CurlSockets", "CCurl", "OpenFiles"],
            swiftSettings: strict),
        .target(
            name: "SonicServer",
            dependencies: ["SonicProtocol", "Hashing", "OpenFiles", "CMicrohttpd", "CZlib", "CBrotli"],
            swiftSettings: strict),
        .target(
            name: "SonicProxy",
            dependencies: [
                "ProxyRules", "SonicServer", "SonicProtocol", "CurlSockets", "CCurl", "OpenFiles",
            ],
            swiftSettings: strict),
        .target(
            name: "Terminal", dependencies: ["BrowserCore", "SonicProtocol", "CellGrid", "CNcurses"],
            swiftSettings: strict),

        // The way in for other programs.
        .target(
            name: "SonicClient", dependencies: ["SonicSession", "SonicProtocol", "PageCache", "Digests"],
            swiftSettings: strict),

        // Programs: arguments and wiring.
        .executableTarget(
            name: "sonic",
            dependencies: [
                "BrowserCore", "PageLayout", "PageEncoding", "SonicSession", "SonicProtocol",
                "Configuration", "Conformance", "Explaining", "Hashing", "Lint", "Naming", "Charsets",
                "PageCache", "Packages", "Phones", "Transport", "Terminal", "EngineService", "Watching",
                "Recording", "Manuals", "Resending", "Intercepting", "Downloads", "Handlers", "Rendering",
                "OpenFiles", "CChild",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "sonic-server",
            dependencies: [
                "Manuals", "SonicServer", "SonicProxy", "ProxyRules", "SonicProtocol", "Hashing", "OpenFiles",
            ],
            swiftSettings: strict),

        // Holds Markup against the public suite of HTML parsers: not part of the product.
        .executableTarget(name: "html5lib-conformance", dependencies: ["Markup"], swiftSettings: strict),

        // Test support: chance that can be repeated.
        .target(name: "Chance", path: "Tests/Chance", swiftSettings: strict),
        // Test support: a disk in memory that loses what was not synced.
        .target(
            name: "Disks", dependencies: ["Chance", "PageCache", "SonicProtocol"], path: "Tests/Disks",
            swiftSettings: strict),
        // What the fuzzers feed, and the tests replay (docs/fuzzing.md).
        .target(
            name: "FuzzTargets",
            dependencies: [
                "BrowserCore", "CellGrid", "Configuration", "Disks", "Hashing", "Markup", "PageCache",
                "PageLayout", "Recording", "Rendering", "SonicProtocol", "SonicServer", "SonicSession",
                "Terminal",
            ],
            path: "Tests/FuzzTargets", swiftSettings: strict),
        // Test support: a pty with a terminal emulator on it.
        .target(name: "CPty", path: "Tests/CPty", linkerSettings: [.linkedLibrary("vterm")]),
        .target(
            name: "TestSupport", dependencies: ["CPty"], path: "Tests/TestSupport", swiftSettings: strict),

        .executableTarget(
            name: "terminal-probe", dependencies: ["Terminal", "BrowserCore", "CellGrid"],
            path: "Tests/TerminalProbe", swiftSettings: strict),

        // Measures the programs beside others (docs/benchmarks.md): not part of the product.
        .executableTarget(
            name: "sonic-bench",
            dependencies: [
                "BrowserCore", "SonicSession", "SonicProtocol", "CellGrid", "Hashing", "PageCache",
                "Transport", "CCurl", "Chance", "CPty",
            ],
            path: "Tests/Benchmark", swiftSettings: strict),

        .testTarget(
            name: "LintTests", dependencies: ["Chance", "Lint", "SonicProtocol"], swiftSettings: strict),
        .testTarget(
            name: "ExplainingTests",
            dependencies: [
                "Chance", "Explaining", "Lint", "SonicSession", "SonicProtocol", "SonicServer", "Hashing",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["Conformance", "SonicServer", "SonicProtocol", "Hashing"], swiftSettings: strict),
        .testTarget(
            name: "ResendingTests", dependencies: ["Resending", "SonicSession", "SonicProtocol", "Hashing"],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingTests", dependencies: ["Recording", "SonicSession", "SonicProtocol", "Hashing"],
            exclude: ["Recordings"], swiftSettings: strict),
        .testTarget(
            name: "InterceptingTests",
            dependencies: [
                "Intercepting", "Explaining", "Recording", "SonicSession", "SonicProtocol", "SonicServer",
                "Hashing",
            ],
            swiftSettings: strict),
        .testTarget(name: "CellGridTests", dependencies: ["Chance", "CellGrid"], swiftSettings: strict),
        .testTarget(
            name: "SonicProtocolTests", dependencies: ["Chance", "SonicProtocol", "Hashing", "PageCache"],
            swiftSettings: strict),
        .testTarget(
            name: "SonicSessionTests", dependencies: ["Chance", "SonicSession", "SonicProtocol", "Hashing"],
            swiftSettings: strict),
        .testTarget(
            name: "PhonesTests", dependencies: ["Chance", "Phones", "SonicProtocol", "Digests"],
            swiftSettings: strict),
        .testTarget(
            name: "EngineServiceTests",
            dependencies: ["EngineService", "SonicSession", "SonicProtocol", "Hashing"],
            swiftSettings: strict),
        .testTarget(
            name: "WatchingTests", dependencies: ["Chance", "Watching", "SonicSession", "SonicProtocol"],
            swiftSettings: strict),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["Chance", "Configuration", "SonicSession", "SonicProtocol"],
            swiftSettings: strict),
        .testTarget(
            name: "DownloadsTests", dependencies: ["Downloads", "SonicProtocol"], swiftSettings: strict),
        .testTarget(name: "HandlersTests", dependencies: ["Handlers"], swiftSettings: strict),
        .testTarget(name: "ManualsTests", dependencies: ["Manuals"], swiftSettings: strict),
        .testTarget(name: "MarkupTests", dependencies: ["Markup"], swiftSettings: strict),
        .testTarget(
            name: "RenderingTests", dependencies: ["Chance", "Rendering", "PageLayout"],
            swiftSettings: strict),
        .testTarget(name: "StylingTests", dependencies: ["Styling", "Markup"], swiftSettings: strict),
        .testTarget(
            name: "PageEncodingTests", dependencies: ["Chance", "PageEncoding", "Charsets"],
            swiftSettings: strict),
        .testTarget(
            name: "PageLayoutTests", dependencies: ["Chance", "PageLayout", "Markup", "CellGrid"],
            exclude: ["Goldens"],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserCoreTests",
            dependencies: [
                "Chance", "BrowserCore", "CellGrid", "Hashing", "Charsets", "Resending", "Downloads",
                "TestSupport",
            ],
            exclude: ["Pages", "Screens"], swiftSettings: strict),
        .testTarget(name: "NamingTests", dependencies: ["Naming", "SonicProtocol"], swiftSettings: strict),
        .testTarget(
            name: "PageCacheTests", dependencies: ["Chance", "Disks", "PageCache", "Hashing"],
            swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets"], exclude: ["Corpus", "Fuzzer", "Regressions"],
            swiftSettings: strict),
        .testTarget(
            name: "DigestsTests", dependencies: ["Chance", "Digests", "SonicProtocol", "Hashing"],
            swiftSettings: strict),
        .testTarget(
            name: "URLSessionConnectionTests",
            dependencies: ["URLSessionConnection", "SonicSession", "SonicProtocol", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LibraryTests",
            dependencies: ["SonicClient", "URLSessionConnection", "TestSupport", "sonic-server"],
            swiftSettings: strict),
        .testTarget(
            name: "PackagesTests",
            dependencies: [
                "Packages", "PageCache", "SonicSession", "SonicProtocol", "Hashing", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TransportTests", dependencies: ["Transport", "Hashing", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SonicServerTests",
            dependencies: ["Chance", "SonicServer", "Hashing", "OpenFiles", "TestSupport", "sonic-server"],
            swiftSettings: strict),
        .testTarget(
            name: "ProxyRulesTests", dependencies: ["Chance", "ProxyRules", "SonicProtocol", "Hashing"],
            swiftSettings: strict),
        .testTarget(
            name: "SonicProxyTests",
            dependencies: ["SonicProxy", "SonicProtocol", "TestSupport", "sonic-server"],
            swiftSettings: strict),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Terminal", "BrowserCore", "CellGrid", "TestSupport", "terminal-probe"],
            swiftSettings: strict),
        .testTarget(
            name: "VectorTests",
            dependencies: [
                "SonicServer", "SonicSession", "SonicProtocol", "Phones", "Hashing", "Transport",
                "TestSupport",
            ],
            exclude: ["Vectors"], swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TestSupport", "sonic", "sonic-server", "sonic-bench", "SonicSession", "SonicProtocol",
                "PageCache", "Hashing", "Lint", "Chance",
            ],
            swiftSettings: strict),
        .testTarget(name: "TidyTests", exclude: ["Goldens"], swiftSettings: strict),
    ]
)

// SwiftPM builds a target anew when a module that the target names has changed, and not when one has that those are made
// of, so that it would go on with the old layout of what they hold: each names all that it stands on
// (docs/decisions/0317-targets-name-all-they-stand-on.md).
for target in package.targets {
    var names: Set<String> = []
    var waiting = target.dependencies
    while let next = waiting.popLast() {
        guard case .byNameItem(let name, _) = next, names.insert(name).inserted else { continue }
        waiting += package.targets.first { $0.name == name }?.dependencies ?? []
    }
    target.dependencies = names.sorted().map { .byName(name: $0) }
}
