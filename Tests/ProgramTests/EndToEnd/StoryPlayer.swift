import FoundationEssentials
import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport

/// Performs the steps of a story. Each has a folder for the programs' state (`{home}`) and one that a server serves
/// (`{folder}`); `{site}` is the address of that server, `{port}` its port, `{sonic}` the path of the program.
struct StoryPlayer {
    let home: TemporaryFolder
    let folder: TemporaryFolder
    var values: [String: String]
    var environment: [String: String]
    /// The working folder of the programs.
    var place: String?
    /// The standard input of the next program.
    var input: [UInt8] = []
    var site: Site?
    var servers: [String: RawServer] = [:]
    var secured: [TLSServer] = []
    /// What the connections to the next server get.
    var replies: [(connection: Int?, steps: [RawServer.Step])] = []
    var gates: [String: Gate] = [:]
    var program: Program?
    var terminal: Pty?
    /// The screen that the last step saw.
    var screen: TestSupport.Screen?

    /// What a step found instead of what it expects.
    struct Unmet: Error, CustomStringConvertible {
        let description: String
    }

    init(_ values: [String: String]) throws {
        home = try TemporaryFolder()
        folder = try TemporaryFolder()
        environment = Site.environment(home)
        self.values = values
        self.values["home"] = home.path
        // Before a program in a script: little address space, and no file of the sanitizer's.
        self.values["bounded"] = Sanitizer.isWatching ? "" : "ulimit -v 2000000; "
        self.values["unwritten"] = Sanitizer.withoutFile
        self.values["folder"] = folder.path
        self.values["sonic"] = try binary(named: "sonic")
    }

    mutating func perform(_ step: TableRow) async throws {
        let cells = (0..<step.count).map { expanded(step[$0]) }
        let rest = Array(cells.dropFirst())
        if try await prepare(cells[0], rest, step.bytes.last ?? []) { return }
        if try await run(cells[0], rest) { return }
        if try await browse(cells[0], rest) { return }
        throw Unmet(description: "there is no step “\(cells[0])”")
    }

    /// A cell with its values, and with `{60*TEXT #}` as sixty texts, numbered.
    func expanded(_ cell: String) -> String {
        var text = ""
        var rest = cell[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...].dropFirst()
            guard let close = rest.firstIndex(of: "}") else { return text + "{" + rest }
            let name = rest[..<close]
            let parts = name.split(separator: "*", maxSplits: 1)
            if let value = values[String(name)] {
                // Values of `for` and `let` may name others.
                text += value.contains("{") && value != cell ? expanded(value) : value
            } else if parts.count == 2, let count = Int(parts[0]) {
                text += (1...count).map { parts[1].replacing("#", with: "\($0)") }.joined()
            } else {
                text += "{"
                continue
            }
            rest = rest[close...].dropFirst()
        }
        return text + rest
    }

    // MARK: What the programs meet

    /// Files, settings and servers.
    private mutating func prepare(_ verb: String, _ cells: [String], _ bytes: [UInt8]) async throws -> Bool {
        func cell(_ index: Int) -> String { index < cells.count ? cells[index] : "" }
        switch verb {
        // A value: NAME | TEXT.
        case "let": values[cell(0)] = cell(1)
        // The same for a page, with its SHA-1 as `{NAME.etag}` and that of its template as `{NAME.tag}`.
        case "page":
            let bytes = Array(cell(1).utf8)
            values[cell(0)] = cell(1)
            values[cell(0) + ".etag"] = Hashes.nettle.sha1(bytes)
            values[cell(0) + ".tag"] = Hashes.nettle.sha1(PageSplit(html: bytes).templateBytes(of: bytes))
        // A file in the served folder or in the home: NAME | TEXT.
        case "site", "home":
            let text = String(validating: bytes, as: UTF8.self) == nil ? bytes : Array(cell(1).utf8)
            try (verb == "site" ? folder : home).write(text, to: cell(0))
        case "config": try home.write(cell(0), to: "config/sonic/config.json5")
        // An environment variable: NAME | VALUE.
        case "env": environment[cell(0)] = cell(1)
        case "in": place = cell(0)
        case "input": input = Array(cell(0).utf8)
        case "pipe": if mkfifo(cell(0), 0o600) != 0 { throw Unmet(description: "mkfifo failed") }
        // sonic-server: COMMAND with FOLDER as the served one, further options. A fault is a rule of `--faults`.
        case "serve": try await start(["serve", folder.path] + Self.words(cell(0)))
        case "demo": try await start(["demo"])
        case "faulty":
            try home.write("* \(cell(0))\n", to: "rules")
            try await start(["serve", folder.path, "--faults", home.path("rules")] + Self.words(cell(1)))
        case "proxy":
            try home.write(cell(1), to: "blocks")
            try await start(["proxy", cell(0), "--blocks", home.path("blocks")] + Self.words(cell(2)))
        case "stop": try await site?.stop()
        case "kill": try await site?.kill()
        case "restart": site = try await site?.restarted()
        // A TLS server with a certificate of its own: NAME | options of openssl.
        case "tls":
            let server = try await TLSServer(Self.words(cell(1)))
            secured.append(server)
            values[cell(0)] = server.address
            values[cell(0) + ".certificate"] = server.certificate
        // What a connection (or `*`, any other) to the next server of raw bytes gets.
        case "reply":
            replies.append((Int(cell(0)), try cells.dropFirst().map { try reply($0) }))
        // A server of raw bytes: NAME.
        case "server":
            let replies = replies
            let server = RawServer { connection in
                let steps =
                    replies.first { $0.connection == connection } ?? replies.first { $0.connection == nil }
                return steps?.steps ?? []
            }
            self.replies = []
            servers[cell(0)] = server
            values[cell(0)] = "http://127.0.0.1:\(server.port)"
            values[cell(0) + ".port"] = "\(server.port)"
        case "open": gates[cell(0)]?.open()
        default: return try await check(verb, cells)
        }
        return true
    }

    private mutating func start(_ words: [String]) async throws {
        let site = try await Site(words + ["--listen", "127.0.0.1:0"], folder, home)
        self.site = site
        values["site"] = site.address
        values["host"] = String(site.address.dropFirst("http://".count))
        values["port"] = site.address.split(separator: ":").last.map(String.init)
    }

    /// A step of a server: `read`, `reset`, `hang` (until the client closes), `wait GATE`, `> BYTES`, `flood N BYTES`, or
    /// `answer HEAD`, an empty line and a body, for which the length is added.
    private mutating func reply(_ cell: String) throws -> RawServer.Step {
        let words = cell.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "read": return .readRequest
        case "reset": return .reset
        case "hang": return .awaitHangUp
        case "wait":
            let gate = gates[words[1]] ?? Gate()
            gates[words[1]] = gate
            return .wait(gate)
        case ">": return .send(words[1])
        case "flood":
            let parts = words[1].split(separator: " ", maxSplits: 1)
            return .flood(Array(parts[1].utf8), times: Int(parts[0]) ?? .max)
        case "answer":
            let parts = words[1].split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
            let body = parts.count > 1 ? parts[1] : ""
            let head = (["HTTP/1.1 " + parts[0], "Content-Length: \(body.utf8.count)", "Connection: close"])
                .joined(separator: "\n")
            return .send(head.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n" + body)
        default: throw Unmet(description: "a server cannot “\(cell)”")
        }
    }

    // MARK: What is left

    /// Files, and requests that have arrived.
    private mutating func check(_ verb: String, _ cells: [String]) async throws -> Bool {
        switch verb {
        // PATH | CONDITION…
        case "file":
            guard let bytes = FileManager.default.contents(atPath: cells[0]) else {
                throw Unmet(description: "no file \(cells[0])")
            }
            try expect(String(decoding: bytes, as: UTF8.self), cells.dropFirst())
        // The names in a folder, in order and separated by blanks: PATH | CONDITION…
        case "names":
            let names = try FileManager.default.contentsOfDirectory(atPath: cells[0]).sorted()
            try expect(names.joined(separator: " "), cells.dropFirst())
        case "none": if access(cells[0], F_OK) == 0 { throw Unmet(description: "\(cells[0]) exists") }
        // Permissions: PATH | BITS.
        case "mode":
            var status = stat()
            guard stat(cells[0], &status) == 0, String(status.st_mode & 0o777, radix: 8) == cells[1] else {
                throw Unmet(description: "mode \(String(status.st_mode & 0o777, radix: 8))")
            }
        // The next request to a server, or that of a connection: NAME | NUMBER or * | CONDITION…
        case "request":
            guard let server = servers[cells[0]] else { throw Unmet(description: "no server \(cells[0])") }
            for await case .request(let bytes, let connection) in server.events
            where cells[1] == "*" || Int(cells[1]) == connection {
                try expect(String(decoding: bytes, as: UTF8.self), cells.dropFirst(2))
                return true
            }
            throw Unmet(description: "no such request arrived in time")
        default: return false
        }
        return true
    }

    /// Conditions of a text: `~ PART`, `! PART` that it lacks, `^ BEGINNING`, `$ END`, `= WHOLE`,
    /// `> NUMBER` and `< NUMBER`.
    func expect(_ text: String, _ conditions: some Sequence<String>) throws {
        for condition in conditions {
            let wanted = String(condition.dropFirst(2))
            if !Self.meets(text, condition.first ?? "~", wanted) {
                throw Unmet(description: "“\(condition)” does not hold for: \(text)")
            }
        }
    }

    static func meets(_ text: String, _ relation: Character, _ wanted: String) -> Bool {
        switch relation {
        case "=": text.utf8.elementsEqual(wanted.utf8)
        case "^": text.utf8.starts(with: wanted.utf8)
        case "$": text.utf8.suffix(wanted.utf8.count).elementsEqual(wanted.utf8)
        case "!": !text.utf8.contains(wanted.utf8)
        case ">": Double(text) ?? -1 > Double(wanted) ?? .infinity
        case "<": Double(text) ?? .infinity < Double(wanted) ?? -1
        default: text.utf8.contains(wanted.utf8)
        }
    }
}
