// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v26)],
    dependencies: [
        // A program elsewhere names the repository's address and a version here: from: "1.0.0".
        .package(name: "sonic", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "open-twice",
            dependencies: [
                .product(name: "SonicClient", package: "sonic"),
                .product(name: "URLSessionConnection", package: "sonic"),
            ]),
        .executableTarget(
            name: "watch-page",
            dependencies: [
                .product(name: "SonicClient", package: "sonic"),
                .product(name: "URLSessionConnection", package: "sonic"),
            ]),
    ]
)
