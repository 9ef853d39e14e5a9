import TestSupport
import Testing

/// Another author's package that depends on this one by version, and on nothing else of this folder. The first build
/// takes a minute: it compiles the libraries, as nothing that is built here serves a package that depends on a version.
@Suite struct StrangerTests {
    @Test func `another author's package builds and runs both examples`() async throws {
        let folder = try TemporaryFolder()
        let programs = try await Toolchain.output(
            "\(Toolchain.root)/scripts/outside-package",
            [binary(named: "Modules").replacing("/Modules", with: "/outside")],
            in: folder.path, home: folder
        ).replacing("\n", with: "")
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
}
