import Glibc
import TestSupport
import Testing

/// What makes a desktop and a Debian system find the browser; `scripts/try-package` runs the validators on it.
@Suite struct DesktopTests {
    private static let entry = "scripts/sonic.desktop"
    private static let description = "scripts/sonic.metainfo.xml"

    @Test(arguments: [
        "Exec=sonic %u", "TryExec=sonic", "Terminal=true",
        "MimeType=text/html;application/xhtml+xml;x-scheme-handler/http;x-scheme-handler/https;",
    ])
    func `the desktop entry opens web pages in a terminal`(_ line: Substring) throws {
        #expect(try Repository.file(Self.entry).lines.contains(line))
    }

    @Test func `the description is installed under its id, and names the desktop entry and the programs`()
        throws
    {
        let description = try Repository.file(Self.description).text
        let names = { (tag: String) in
            description.split(separator: "<\(tag)>").dropFirst().compactMap {
                $0.split(separator: "<").first
            }
        }
        let id = try #require(names("id").first)
        #expect(names("binary") == ["sonic", "sonic-server"])
        #expect(description.contains(">sonic.desktop</launchable>"))
        let installed = try Repository.file("scripts/install").lines.filter {
            $0.hasPrefix("put 644 scripts/")
        }
        #expect(
            installed == [
                "put 644 \(Self.entry) \"$root/share/applications/sonic.desktop\"",
                "put 644 \(Self.description) \"$root/share/metainfo/\(id).metainfo.xml\"",
            ])
    }

    /// Runs a script with programs of these names before all others, which only print their names and arguments.
    private static func calls(of script: String, _ arguments: [String], stubs: String...) async throws
        -> [Substring]
    {
        let folder = try TemporaryFolder()
        for name in stubs {
            chmod(try folder.write("#!/bin/sh\necho \(name) \"$@\"\n", to: name), 0o755)
        }
        let result = try await run(
            "\(Repository.root)/scripts/\(script)", arguments,
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(result.status == .exited(0) && result.errors.isEmpty)
        return result.output.split(separator: "\n")
    }

    @Test func `removing the package takes back each alternative that installing it offered`() async throws {
        let installed = try await Self.calls(
            of: "debian-postinst", ["configure"], stubs: "update-alternatives"
        ).map { $0.split(separator: " ") }
        #expect(installed.map { $0[3] } == ["www-browser", "x-www-browser"])
        let removed = try await Self.calls(of: "debian-prerm", ["remove"], stubs: "update-alternatives")
        #expect(removed == installed.map { "update-alternatives --remove \($0[3]) \($0[4])" })
        let kept = try await Self.calls(
            of: "debian-prerm", ["upgrade", "0.3.0"], stubs: "update-alternatives")
        #expect(kept == [])
    }

    @Test func `without a terminal, the browser is started in one`() async throws {
        let calls = try await Self.calls(
            of: "debian-in-terminal", ["http://a.example/?b c"], stubs: "sonic", "x-terminal-emulator")
        #expect(calls == ["x-terminal-emulator -e sonic http://a.example/?b c"])
    }
}
