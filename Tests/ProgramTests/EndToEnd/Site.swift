import FoundationEssentials
import TestSupport

/// A real `sonic-server` on a free loopback port, and `sonic` with a cache of its own.
struct Site {
    /// The server's address, without a trailing slash.
    let address: String
    /// The folder that it serves; an empty one for the demo site.
    let folder: TemporaryFolder
    /// The cache and state of `sonic`.
    let home: TemporaryFolder
    private let server: Program
    private let words: [String]
    private let hold = PortHold()

    /// Serves a folder.
    static func serving(_ pages: [String: String]) async throws -> Site {
        let folder = try TemporaryFolder()
        for (name, text) in pages { try folder.write(text, to: name) }
        return try await Site(["serve", folder.path, "--listen", "127.0.0.1:0"], folder)
    }

    /// Serves a folder, with one fault in each response.
    static func faulty(
        _ fault: String, _ pages: [String: String], _ options: String...
    ) async throws -> Site {
        let folder = try TemporaryFolder()
        for (name, text) in pages { try folder.write(text, to: name) }
        let rules = try TemporaryFolder()
        let file = try rules.write(Array("* \(fault)\n".utf8), to: "rules")
        let words = ["serve", folder.path, "--listen", "127.0.0.1:0", "--faults", file]
        return try await Site(words + options, folder)
    }

    /// Serves the demo site.
    static func demo() async throws -> Site {
        try await Site(["demo", "--listen", "127.0.0.1:0"], TemporaryFolder())
    }

    /// Proxies another server, with blocks defined by the text of this file.
    static func proxying(
        _ upstream: RawServer, blocks: String, _ options: String...
    ) async throws -> Site {
        let folder = try TemporaryFolder()
        try folder.write(blocks, to: "blocks")
        return try await Site(
            ["proxy", "127.0.0.1:\(upstream.port)", "--blocks", folder.path("blocks")] + options, folder)
    }

    /// Starts a server with these words; `home` is a new folder if there is none yet.
    init(_ words: [String], _ folder: TemporaryFolder, _ home: TemporaryFolder? = nil) async throws {
        self.folder = folder
        self.words = words
        self.home = try home ?? TemporaryFolder()
        server = try Program(binary(named: "sonic-server"), words)
        address = try await server.line(beginning: "listening on ")
    }

    /// Terminates the server and waits until it is gone. No other test's server gets its port.
    func stop() async throws {
        await server.signal(15)
        _ = try await server.finish()
        if let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) { try await hold.hold(port) }
    }

    /// Kills the server, and waits until it is gone.
    func kill() async throws {
        await server.signal(9)
        _ = try await server.finish()
    }

    /// Starts the server again at the same address.
    func restarted() async throws -> Site {
        try await Site(words + ["--listen", String(address.dropFirst("http://".count))], folder, home)
    }

    /// The environment in which a program uses this site's cache.
    var environment: [String: String] { Self.environment(home) }

    /// The environment in which a program has all its state below one folder.
    static func environment(_ home: TemporaryFolder) -> [String: String] {
        [
            "HOME": home.path, "XDG_CACHE_HOME": home.path("cache"), "XDG_STATE_HOME": home.path("state"),
            "XDG_CONFIG_HOME": home.path("config"), "XDG_DATA_HOME": home.path("data"),
        ]
    }

    /// Runs `sonic` to its end.
    func sonic(_ words: String...) async throws -> Finished {
        try await run(binary(named: "sonic"), words, environment: environment)
    }

    /// Runs `sonic get --json` on a path of the site and reads what it prints.
    func get(_ path: String, _ options: String...) async throws -> Answer {
        let finished = try await run(
            binary(named: "sonic"), ["get", "--json", address + path] + options, environment: environment)
        return try Answer(finished)
    }
}

/// The output of `sonic get --json`, with the members that the tests read.
struct Answer: Decodable, Equatable {
    var outcome: String
    var bytesReceived: Int
    var problems: [Problem]

    /// Reads the output of a finished `sonic get --json`.
    init(_ finished: Finished) throws {
        self = try JSONDecoder().decode(Answer.self, from: Data(finished.outputBytes))
    }

    struct Problem: Decodable, Equatable {
        var rule: String
    }
}
