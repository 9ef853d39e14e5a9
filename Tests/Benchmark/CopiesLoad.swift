import CPty
import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// Two copies of a proxy behind nginx, a cache between them and the pages, and one client whose requests alternate
/// between the copies: a part of `sonic-bench load` (docs/server/scale.md).
///
/// Each session must have the outcome that it would have with one copy: neither knows what the other one sent.
struct CopiesLoad {
    private static let rounds = 40

    /// What happens to the page before a session, and the outcome that follows.
    private static let steps: [(edit: Edit, outcome: String)] = [
        (.data, "dataUpdate"), (.none, "allCached"), (.template, "templateChange"),
    ]

    private enum Edit {
        case none
        case data
        case template
    }

    private let folder: String
    private var data = 0
    private var template = 0
    // Each ends with its value, so they are kept here.
    private var copies: [RunningServer] = []

    private init(_ folder: String) { self.folder = folder }

    /// Runs and prints a line.
    static func run() async throws {
        guard let nginx = try? Browser.installed("nginx") else {
            // Without nginx, the other parts are still of use.
            print("copies behind a balancer: not tried, as nginx is not installed")
            return
        }
        var template = Array("/tmp/sonic-copies-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { cpty_remove_tree(folder) }
        var load = CopiesLoad(folder)
        try await load.run(nginx)
    }

    private mutating func run(_ nginx: String) async throws {
        for name in ["site", "cache"] { mkdir("\(folder)/\(name)", 0o700) }
        try PagesCommand.write(Array("news = #news\n".utf8), to: folder + "/blocks")
        try edit(.none)
        var seen: [String] = []
        let ports = (
            front: try PlainServer.freePort(), cache: try PlainServer.freePort(),
            origin: try PlainServer.freePort()
        )
        copies = try (0..<2).map { try copy($0, of: ports.cache) }
        let text = configuration(ports.front, ports.cache, ports.origin, copies.map(\.port))
        try PagesCommand.write(Array(text.utf8), to: folder + "/nginx.conf")
        let balancer = try PlainServer(
            command(nginx, ["-p", folder, "-e", "stderr", "-c", folder + "/nginx.conf"]), ports.front)
        let engine = SessionEngine(
            connection: CurlConnection(), store: MemoryStore(), hashes: .nettle, clocks: CycleRuns.clocks)
        seen.append(try await visit(balancer.address, engine, expecting: "firstLoad"))
        for _ in 0..<Self.rounds {
            for step in Self.steps {
                try edit(step.edit)
                seen.append(try await visit(balancer.address, engine, expecting: step.outcome))
            }
        }
        copies = []
        // The copies have ended, so that their logs are complete.
        let logs = try (0..<2).map { try LoadLog(of: log($0)).outcomes[0] ?? [] }
        for (copy, logged) in logs.enumerated() {
            let own = seen.indices.filter { $0 % 2 == copy }.map { seen[$0] }
            guard logged == own else { throw Failure("copy \(copy) logged other outcomes: \(logged)") }
        }
        print("one client of two copies in turn: \(seen.count) sessions with the outcomes of one server")
    }

    private func visit(_ address: String, _ engine: SessionEngine, expecting wanted: String) async throws
        -> String
    {
        guard let url = WebURL("\(address)/page.html?client=0") else {
            throw Failure("\(address) is no address")
        }
        let result = await engine.open(
            SessionOrder(url: url, headers: RequestHeaders(product: "sonic-bench"))
        )
        .result { _ in }
        let name = LoadCommand.name(of: result?.outcome)
        guard name == wanted else {
            throw Failure(
                "a client of two copies saw \(name) instead of \(wanted): \(result?.reason.words ?? "")")
        }
        return name
    }

    private func log(_ copy: Int) -> String { "\(folder)/log\(copy)" }

    private func command(_ path: String, _ arguments: [String]) -> Command {
        Command(path: path, arguments: arguments, environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    }

    private func copy(_ number: Int, of port: UInt16) throws -> RunningServer {
        let arguments = ["proxy", "127.0.0.1:\(port)", "--blocks", folder + "/blocks", "--json"]
        return try RunningServer(command(try Browser.sibling("sonic-server"), arguments), log: log(number))
    }

    /// Writes the page as it is after an edit, atomically, and empties the cache.
    private mutating func edit(_ edit: Edit) throws {
        switch edit {
        case .none: break
        case .data: data += 1
        case .template: template += 1
        }
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Tides</title></head><body>
            <h1>Edition \(template)</h1>
            <ul id="news"><li>news \(data)</li></ul>
            \(String(repeating: "<p>Low water at ten, high water at four.</p>\n", count: 60))</body></html>

            """
        let path = folder + "/site/page.html"
        try PagesCommand.write(Array(page.utf8), to: path + ".new")
        guard rename(path + ".new", path) == 0 else { throw Failure(call: "rename \(path)") }
        guard edit != .none, let entries = opendir(folder + "/cache") else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { unlink("\(folder)/cache/\(name)") }
        }
    }

    private func configuration(_ front: UInt16, _ cache: UInt16, _ origin: UInt16, _ copies: [String])
        -> String
    {
        // Started by root it would drop the permission to read the folder.
        let user = getuid() == 0 ? "user root;" : ""
        return """
            \(user) daemon off; worker_processes 1; error_log stderr; pid \(folder)/nginx.pid;
            events { worker_connections 256; }
            http {
                access_log off; types { text/html html; }
                client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
                uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
                proxy_http_version 1.1; proxy_set_header Connection "";
                proxy_cache_path \(folder)/cache keys_zone=pages:1m use_temp_path=off;
                upstream copies { \(copies.map { "server 127.0.0.1:\($0); " }.joined())keepalive 8; }
                server {
                    listen 127.0.0.1:\(front);
                    location / { proxy_pass http://copies; proxy_set_header Host $http_host; }
                }
                server {
                    listen 127.0.0.1:\(cache);
                    location / {
                        proxy_pass http://127.0.0.1:\(origin);
                        proxy_cache pages; proxy_cache_valid 200 1h; proxy_cache_lock on;
                    }
                }
                server { listen 127.0.0.1:\(origin); root \(folder)/site; }
            }

            """
    }
}
