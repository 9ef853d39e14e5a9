import CPty
import Glibc
import SonicProtocol
import SystemLibraries

/// sonic-server compared with nginx, which sends the same page as a file, and PHP's built-in server, which computes
/// the same.
enum ServeRuns {
    private static let rounds = 3

    /// A server and the requests that it is measured with.
    private struct Contestant {
        let name: String
        let address: String
        var fields: [String] = []
        var rates = Samples()
    }

    static func run(_ place: Workplace, _ report: inout Report) throws {
        let folder = place.path + "/serve"
        mkdir(folder, 0o700)
        let page = PageWriter.friendly(20_000)
        try PagesCommand.write(page, to: folder + "/page.html")
        try PagesCommand.write(Array(SonicInPHP.page.utf8), to: folder + "/page.php")
        let ours = try RunningServer(
            place.command(try Browser.sibling("sonic-server"), ["serve", folder, "--listen", "127.0.0.1:0"]))
        let nginx = try PlainServer.nginx(place, folder)
        let php = try PlainServer.php(place, folder)
        let tags = self.tags(of: page)
        let sonic = ["accept-diff: true"]
        let address = ours.address + "/page.html"
        var all = [
            Contestant(name: "nginx", address: nginx.address + "/page.html"),
            Contestant(name: "php", address: php.address + "/page.php", fields: sonic),
            Contestant(name: "whole page", address: address, fields: sonic),
            Contestant(
                name: "304", address: address,
                fields: sonic + ["template-tag: \(tags.template)", "If-None-Match: \(tags.page)"]),
            Contestant(
                name: "data update", address: address,
                fields: sonic + ["template-tag: \(tags.template)", "If-None-Match: other"]),
            Contestant(name: "plain page", address: address),
            Contestant(
                name: "whole page in gzip", address: address, fields: sonic + ["Accept-Encoding: gzip"]),
        ]
        // A file that was just written is processed again at each request, since it may not be complete yet.
        poll(nil, 0, 2500)
        for _ in 0..<rounds {
            for index in all.indices {
                all[index].rates.add(
                    try Wrk.rate(
                        all[index].name, all[index].address, fields: all[index].fields, in: place))
            }
        }
        tell(all, page, &report)
    }

    private static func tell(_ all: [Contestant], _ page: [UInt8], _ report: inout Report) {
        report.begin(
            "Requests a second for a page of \(page.count / 1000) KB, 32 connections that stay open",
            other: "beside")
        func number(_ name: String) -> Report.Other {
            (name, all.first { $0.name == name }?.rates.median ?? .nan)
        }
        func row(_ name: String, beside other: String, _ target: Report.Target) {
            report.add(name, number(name).value, in: .perSecond, beside: number(other), target: target)
        }
        row("whole page", beside: "nginx", .multiple(0.5))
        row("304", beside: "whole page", .multiple(1))
        row("data update", beside: "whole page", .multiple(1))
        row("whole page", beside: "php", .multiple(5))
        row("plain page", beside: "nginx", .none)
        row("whole page in gzip", beside: "whole page", .none)
    }

    private static func tags(of page: [UInt8]) -> (page: String, template: String) {
        let template = PageSplit(html: page).templateBytes(of: page)
        return (Hashes.nettle.sha1(page), Hashes.nettle.sha1(template))
    }
}

/// Another server on a free port; it ends with this value.
final class PlainServer {
    /// Its URL.
    let address: String
    private let process: pid_t

    /// nginx with a configuration of its own; it sends the folder's files.
    static func nginx(_ place: Workplace, _ folder: String) throws -> PlainServer {
        let port = try freePort()
        // Started by root it would drop the permission to read the folder.
        let user = getuid() == 0 ? "user root;" : ""
        let configuration = """
            \(user) daemon off; worker_processes auto; error_log stderr; pid \(folder)/nginx.pid;
            events { worker_connections 1024; }
            http {
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
                types { text/html html; }
                client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
                uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
                server { listen 127.0.0.1:\(port); root \(folder); }
            }

            """
        try PagesCommand.write(Array(configuration.utf8), to: folder + "/nginx.conf")
        let path = try Browser.installed("nginx")
        return try PlainServer(
            place.command(path, ["-p", folder, "-e", "stderr", "-c", folder + "/nginx.conf"]), port)
    }

    /// PHP's built-in server.
    static func php(_ place: Workplace, _ folder: String) throws -> PlainServer {
        let port = try freePort()
        let path = try Browser.installed("php")
        return try PlainServer(
            place.command(path, ["-q", "-S", "127.0.0.1:\(port)", "-t", folder]), port)
    }

    /// Starts a server of this port, and waits until it listens.
    init(_ command: Command, _ port: UInt16) throws {
        let null = { open("/dev/null", O_RDWR | O_CLOEXEC) }
        process = try command.start(input: null(), output: null(), errors: null(), isTerminal: false)
        address = "http://127.0.0.1:\(port)"
        let watch = Stopwatch()
        while !Self.connects(to: port) {
            guard watch.milliseconds < 10_000 else { throw Failure("\(command.path) does not listen") }
            poll(nil, 0, 5)
        }
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    private static func connects(to port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withLoopback(port) { connect(descriptor, $0, $1) == 0 }
    }

    static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return try bindFree(descriptor)
    }

    /// Binds a socket to a free port of loopback, and returns the port.
    static func bindFree(_ descriptor: Int32) throws -> UInt16 {
        guard withLoopback(0, { bind(descriptor, $0, $1) == 0 }) else { throw Failure(call: "bind") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) {
            getsockname(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { throw Failure(call: "getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func withLoopback(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeBytes(of: address) {
            body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
    }
}
