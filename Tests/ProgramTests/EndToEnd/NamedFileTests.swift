import Glibc
import TestSupport
import Testing

/// Files named by the user: anything that is not a regular file is refused at once, without blocking.
@Suite struct NamedFileTests {
    /// What is in place of a file.
    enum Place: String, CaseIterable {
        case pipe, folder, socket, device

        func make(in folder: TemporaryFolder) throws -> String {
            let path = folder.path(rawValue)
            switch self {
            case .pipe: #expect(mkfifo(path, 0o600) == 0)
            case .folder: #expect(mkdir(path, 0o700) == 0)
            case .socket: #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            // It never ends.
            case .device: return "/dev/zero"
            }
            return path
        }
    }

    /// Commands that read a file; `FILE` is its path, and `URL` an address without a server.
    private static let readers: [(program: String, words: [String])] = [
        ("sonic", ["dump", "FILE"]),
        ("sonic", ["replay", "FILE"]),
        ("sonic", ["split", "FILE"]),
        ("sonic", ["merge", "FILE", "FILE"]),
        ("sonic", ["config", "check", "FILE"]),
        ("sonic", ["check", "--urls", "FILE"]),
        ("sonic", ["check", "--baseline", "FILE", "URL"]),
        ("sonic", ["watch", "--times", "1", "FILE"]),
        ("sonic", ["get", "--respond", "FILE", "URL"]),
        ("sonic", ["get", "--body", "@FILE", "--no-store", "URL"]),
        ("sonic", ["get", "--cacert", "FILE", "URL"]),
        ("sonic", ["get", "--cert", "FILE", "URL"]),
        ("sonic", ["get", "--hosts", "FILE", "URL"]),
        ("sonic-server", ["serve", ".", "--faults", "FILE"]),
        ("sonic-server", ["proxy", "http://127.0.0.1:1", "--blocks", "FILE"]),
        ("sonic-server", ["proxy", "https://127.0.0.1:1", "--cacert", "FILE"]),
    ]

    /// Whether the command treats this as an error: some commands accept a folder.
    private static func isMeant(_ place: Place, for words: [String]) -> Bool {
        place != .folder || words.first != "watch" && words.first != "dump"
    }

    @Test(arguments: Place.allCases)
    func `anything but a regular file is refused at once, with its kind`(_ place: Place) async throws {
        let home = try TemporaryFolder()
        let path = try place.make(in: home)
        for (program, words) in Self.readers where Self.isMeant(place, for: words) {
            let arguments = words.map {
                $0.replacing("FILE", with: path).replacing("URL", with: "http://127.0.0.1:1/")
            }
            let told = try await run(
                try binary(named: program), arguments, environment: Site.environment(home))
            #expect(told.status != .exited(0), "\(arguments)")
            #expect(
                (told.output + told.errors).contains("a \(place.rawValue), not a regular file"),
                "\(arguments): \(told.output) \(told.errors)")
        }
    }

    @Test(arguments: Place.allCases)
    func `a configuration that is not a regular file is reported, and the page is shown`(_ place: Place)
        async throws
    {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        let folder = try TemporaryFolder()
        let path = try place.make(in: folder)
        #expect(mkdir(site.home.path("config"), 0o700) == 0)
        #expect(mkdir(site.home.path("config/sonic"), 0o700) == 0)
        #expect(symlink(path, site.home.path("config/sonic/config.json5")) == 0)
        let dump = try await site.sonic("dump", site.address + "/a.html")
        #expect(dump.output == "Hello\n")
        #expect(dump.errors.contains("a \(place.rawValue), not a regular file"))
        try await site.stop()
    }
}
