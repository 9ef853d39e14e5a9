import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Each file of the programs' state, with something else planted in its place: it neither blocks the program nor is
/// written through or read, and the page is shown. Each way is planted in all files at once, and what blocks and what could
/// be written through in each alone, too. It takes more than two seconds: eight ways, and some twenty files alone.
@Suite struct PlantedFileTests {
    private static let page =
        "<title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->"

    /// What is planted in place of a file.
    enum Plant: String, CaseIterable {
        case pipe, symbolicLink, dangling, secondName, folder, socket
        /// These require root, and are tested only if root runs the tests.
        case device, stranger

        static var possible: [Plant] {
            geteuid() == 0 ? allCases : allCases.filter { $0 != .device && $0 != .stranger }
        }

        /// Replaces a file.
        /// - Parameter victim: A file that must stay untouched.
        func take(_ path: String, victim: String) throws {
            let kept = path + ".kept"
            rename(path, kept)
            let code =
                switch self {
                case .pipe: mkfifo(path, 0o600)
                case .symbolicLink: symlink(victim, path)
                case .dangling: symlink(victim + ".none", path)
                case .secondName: link(victim, path)
                case .folder: mkdir(path, 0o700)
                case .socket: mknod(path, S_IFSOCK | 0o600, 0)
                // /dev/zero, which never ends.
                case .device: mknod(path, S_IFCHR | 0o600, 1 << 8 | 5)
                case .stranger: rename(kept, path) | chown(path, 65534, 65534)
                }
            unlink(kept)
            guard code == 0 else { throw SystemFailure(call: "\(self) at \(path)") }
        }
    }

    @Test(arguments: Plant.possible)
    func `anything planted in place of a file blocks nothing and is never written through`(_ plant: Plant)
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page])
        let url = site.address + "/a.html"
        // A persistent cookie, so that the file of cookies is created.
        let lasting = RawServer([
            .readRequest,
            .send("HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Max-Age=9999\r\nContent-Length: 0\r\n\r\n"),
        ])
        _ = try await site.sonic("get", lasting.url())
        try await browse(url, site.environment)
        let outside = try TemporaryFolder()
        let victim = try outside.write("nobody's business\n", to: "victim")
        let files = try FileManager.default.subpathsOfDirectory(atPath: site.home.path).filter { name in
            try FileManager.default.attributesOfItem(atPath: site.home.path(name))[.type]
                as? FileAttributeType == .typeRegular
        }
        for name in ["cookies", "tabs", "arrangement", "theme", "sessions", "html", "current"] {
            #expect(files.contains { $0.hasSuffix("/" + name) }, "\(name) is not among \(files)")
        }
        let sound = try TemporaryFolder()
        // What blocks and what is written through is seen for each file alone, too.
        let alone = [.pipe, .symbolicLink].contains(plant) ? files.map { [$0] } : []
        for planted in alone + [files] {
            let home = sound.path(planted.count == 1 ? planted[0].replacing("/", with: "-") : "all")
            _ = try await run("/bin/cp", ["-a", site.home.path, home])
            for file in planted { try plant.take(home + "/" + file, victim: victim) }
            let environment = site.environment.mapValues { $0.replacing(site.home.path, with: home) }
            let others = [["get", url], ["cache", "list"], ["cache", "verify"], ["history"]]
            for words in [["dump", url]] + (planted.count == 1 ? [] : others) {
                let ended = try await run(binary(named: "sonic"), words, environment: environment)
                if case .killed = ended.status { Issue.record("\(words) with \(planted): \(ended.status)") }
                #expect(!ended.output.contains("nobody's business"), "\(words) with \(planted)")
                if words[0] == "dump" {
                    #expect(ended.output.contains("Harbour"), "\(planted): \(ended.output)\(ended.errors)")
                    #expect(ended.status == .exited(0), "\(planted)")
                }
            }
            if planted.count > 1 { try await browse(url, environment) }
        }
        #expect(outside.read("victim") == Array("nobody's business\n".utf8))
        #expect(outside.names == ["victim"], "nothing was made beside it")
    }

    /// Makes the browser write and read its state.
    private func browse(_ url: String, _ environment: [String: String]) async throws {
        let pty = try Pty(
            binary(named: "sonic"), [], environment: environment, rows: 30, columns: 120)
        try await pty.waitUntil("the first screen") { $0.contains("? help") }
        await pty.send("o\(url)\r")
        // The inbox lists the page too; and the notice at the session's end would replace later messages.
        try await pty.waitUntil("the page, with its response") {
            $0.contains("calm") && $0.rows[0].contains("response")
        }
        await pty.send("v")
        try await pty.waitUntil(contains: "Layout ")
        await pty.send("t")
        try await pty.waitUntil(contains: "Theme ")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    /// A failed system call that the test depends on.
    struct SystemFailure: Error {
        let call: String
        let reason = String(cString: strerror(errno))
    }
}
