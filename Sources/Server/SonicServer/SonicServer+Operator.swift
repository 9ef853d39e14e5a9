import CMicrohttpd
import Glibc
import SonicProtocol

/// The listening socket for an operator's programs: figures, and whether the server is alive and ready.
///
/// Its connections are served in the same loop and with the same checks as all others, without TLS, log and statistics.
/// They have room of their own, so that a server that is full still reports that.
public struct OperatorEntrance {
    /// The address and port as a URL's authority.
    public let authority: String
    /// The version of the program.
    let version: String
    var entrance: Entrance
    /// The sockets of its connections.
    var sockets: Set<Int32> = []

    /// The maximum number of its connections.
    static let most = 32

    /// Creates the entrance of a program with this version.
    public init(_ listener: Listener, version: String) {
        authority = listener.authority
        entrance = Entrance(listener)
        self.version = version
    }

    /// Whether a connection may be accepted.
    var isOpen: Bool { sockets.count < Self.most && entrance.isOpen(at: .now) }
}

/// The server's own responses to its operator's programs.
extension SonicServer {
    /// Accepts waiting connections of operators.
    func acceptOperators(_ daemon: OpaquePointer) {
        while operators?.isOpen == true, let caller = operators?.entrance.accept() {
            switch caller {
            case .nobody: return
            case .noRoom: operators?.entrance.turnAway(with: noRoom(), until: .now + Self.pause)
            case .connection(let descriptor, let storage, let length):
                operators?.sockets.insert(descriptor)
                let result = withUnsafePointer(to: storage) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        MHD_add_connection(daemon, descriptor, $0, length)
                    }
                }
                // libmicrohttpd closes a connection that it cannot add.
                if result != .YES { operators?.sockets.remove(descriptor) }
            }
        }
    }

    /// Returns whether a connection came through the operators' entrance.
    func isOfOperator(_ connection: OpaquePointer) -> Bool {
        operators?.sockets.contains(sonic_mhd_descriptor(connection)) == true
    }

    /// Returns the response to an operator's request. The connection ends with it, so that there is room for the next.
    func operatorResponse(to request: ServerRequest) -> ServerResponse {
        let response =
            switch (request.method, request.path) {
            case ("GET", "/metrics"), ("HEAD", "/metrics"):
                ServerResponse.text(metrics, as: "text/plain; version=0.0.4; charset=utf-8")
            case ("GET", "/healthz"), ("HEAD", "/healthz"): ServerResponse.text("alive\n")
            case ("GET", "/readyz"), ("HEAD", "/readyz"):
                obstacle.map { .text("not ready: \($0)\n", status: 503) } ?? ServerResponse.text("ready\n")
            case ("GET", _), ("HEAD", _): ServerResponse.notFound(request.path)
            case (let method, _): ServerResponse.methodNotAllowed(method)
            }
        return response.with("Cache-Control", "no-store").with("Connection", "close")
    }

    /// Why no more requests should be sent to this server; nil if it is ready.
    private var obstacle: String? {
        if phase == .leaving { return "shutting down" }
        let isUnreachable = waiter?.upstream?.isUnreachable(at: .now) ?? false
        return isUnreachable ? "the last request to the upstream got no response" : nil
    }

    /// All figures in Prometheus's text format, without anything that tells clients or pages apart. Labels are words of
    /// this program, which need no escaping.
    private var metrics: String {
        let savings = journal?.savings ?? Savings()
        let outcomes = SonicOutcome.allCases.map { outcome in
            ("{outcome=\"\(outcome.rawValue)\"}", savings.counts[outcome, default: 0])
        }
        let refusals = RefusingLimit.allCases.map { limit in
            ("{limit=\"\(limit.rawValue)\"}", connections.refusals[limit, default: 0])
        }
        let version = "{version=\"\(operators?.version ?? "")\"}"
        var families = [
            Self.family("gauge", "sonic_build_info", "The version of the program.", [(version, 1)]),
            Self.family("counter", "sonic_requests_total", "Requests that have ended, by outcome.", outcomes),
            Self.family("counter", "sonic_body_bytes_total", "Bytes of bodies sent.", [("", savings.bytes)]),
            Self.family(
                "counter", "sonic_saved_bytes_total", "Bytes that Sonic saved.", [("", savings.saved)]),
            Self.family("gauge", "sonic_connections", "Open connections.", [("", clientConnections)]),
            Self.family(
                "gauge", "sonic_upgraded_connections", "Upgraded connections.", [("", upgrades.count)]),
            Self.family("counter", "sonic_refusals_total", "Refusals, by limit.", refusals),
        ]
        if let upstream = waiter?.upstream {
            families += [
                Self.family("histogram", "sonic_upstream_seconds", "Time to headers.", upstream.samples),
                Self.family(
                    "counter", "sonic_upstream_failures_total", "Requests without a response.",
                    [("", upstream.failures)]),
            ]
        }
        return families.joined()
    }

    /// Returns a family of figures: each sample is what follows the name, and a number.
    private static func family(
        _ type: String, _ name: String, _ help: String, _ samples: UpstreamFigures.Samples
    ) -> String {
        samples.reduce("# HELP \(name) \(help)\n# TYPE \(name) \(type)\n") {
            $0 + "\(name)\($1.suffix) \($1.number)\n"
        }
    }
}
