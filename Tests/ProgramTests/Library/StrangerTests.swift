import FoundationEssentials
import TestSupport
import Testing

/// Another author's package that depends on this one by version, and on nothing else of this folder.
@Suite struct StrangerTests {
    @Test func `another author's package builds and runs both examples`() async throws {
        let folder = try TemporaryFolder()
        try await Self.publish(in: folder)
        try Self.write(to: folder)
        let programs = try await Self.build(in: folder)
        let server = try Program(binary(named: "sonic-server"), ["demo", "--listen", "127.0.0.1:0"])
        let page = try await server.line(beginning: "listening on ") + "/clock"

        let twice = try await Toolchain.output(
            programs + "/open-twice", [page], in: folder.path, home: folder)
        // Within one second the clock on the page does not change.
        #expect(
            ["firstLoad\ndataUpdate: visit\n", "firstLoad\ndataUpdate: time, visit\n"].contains(twice))

        let watch = [page, folder.path("pages")]
        let first = try await Toolchain.output(programs + "/watch-page", watch, in: folder.path, home: folder)
        let firstLines = first.split(separator: "\n")
        #expect(firstLines.first == "will request \(page)")
        #expect(firstLines.contains { $0.hasPrefix("show the page, ") })
        #expect(firstLines.last == "ended: firstLoad")
        let second = try await Toolchain.output(
            programs + "/watch-page", watch, in: folder.path, home: folder)
        let lines = second.split(separator: "\n")
        // The hook runs in the session's task, the page is read in another: either may come first.
        #expect(Set(lines.prefix(2)) == ["show the stored page, version 1", "will request \(page)"])
        #expect(lines.contains { $0.hasPrefix("patch ") })
        #expect(lines.dropLast().last?.contains(" changed: ETag changed ") == true)
        #expect(lines.last == "ended: dataUpdate")
    }

    /// A repository of this package as it is in the folder, uncommitted changes included, tagged with a
    /// version.
    private static func publish(in folder: TemporaryFolder) async throws {
        let repository = folder.path("sonic")
        try FileManager.default.createDirectory(atPath: repository, withIntermediateDirectories: true)
        for entry in ["Package.swift", "Sources", "Tests"] {
            try FileManager.default.copyItem(
                atPath: "\(Toolchain.root)/\(entry)", toPath: "\(repository)/\(entry)")
        }
        for words in [
            ["init", "--quiet"], ["add", "--all"],
            ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "All"],
            ["tag", "1.0.0"],
        ] {
            _ = try await Toolchain.output("/usr/bin/env", ["git"] + words, in: repository, home: folder)
        }
    }

    /// The other author's package: the examples, with the version instead of the path.
    private static func write(to folder: TemporaryFolder) throws {
        let stranger = folder.path("stranger")
        try FileManager.default.createDirectory(atPath: stranger, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Toolchain.root)/Examples/Sources", toPath: "\(stranger)/Sources")
        let manifest = try String(
            contentsOfFile: "\(Toolchain.root)/Examples/Package.swift", encoding: .utf8)
        let path = ".package(name: \"sonic\", path: \"..\")"
        try #require(manifest.contains(path))
        let version = ".package(url: \"file://\(folder.path("sonic"))\", from: \"1.0.0\")"
        try folder.write(manifest.replacing(path, with: version), to: "stranger/Package.swift")
    }

    /// Builds the other author's programs and returns the folder they are in.
    private static func build(in folder: TemporaryFolder) async throws -> String {
        let words = [
            "build", "--package-path", folder.path("stranger"), "--scratch-path", folder.path("build"),
        ]
        _ = try await Toolchain.swift(words, in: folder.path, home: folder)
        return folder.path("build") + "/debug"
    }
}
