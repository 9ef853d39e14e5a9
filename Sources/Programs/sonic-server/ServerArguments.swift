import Exchanges
import ProgramArguments
import SonicProtocol
import SonicServer

/// The arguments of a command that serves, with what is more than a word or a number.
struct ServerArguments {
    /// An address and port to listen on; port 0 for any free one.
    struct Place {
        static let loopback = "127.0.0.1"
        var address = loopback
        var port: UInt16
    }

    /// How requests are logged.
    enum Log {
        case none
        /// One line each, for people.
        case lines
        case json
    }

    /// The arguments as they are.
    let given: Arguments
    /// The value of `--listen`; nil without it.
    let listen: Place?
    /// The value of `--metrics`; nil without it.
    let metrics: Place?
    /// The dialect of the Sonic implementation.
    let dialect: Dialect
    /// How requests are logged on standard output.
    let log: Log
    /// Whether there is a control page.
    let withControl: Bool
    /// The time limit for an intercepted exchange, in seconds.
    let hold: Int
    /// The maximum length of the HAR file, in bytes; nil for the default.
    let harSize: Int?
    /// How secrets are recorded and shown.
    let secrets: Secrets
    private(set) var limits = SonicServer.Limits()

    init(_ arguments: Arguments) throws(CommandFailure) {
        given = arguments
        func place(_ option: Option) throws(CommandFailure) -> Place? {
            try arguments.value(option, as: { Place($0) }, "ADDRESS:PORT, such as 127.0.0.1:8420")
        }
        listen = try place(.listen)
        metrics = try place(.metrics)
        dialect = try arguments.value(.dialect, as: Dialect.init(rawValue:)) ?? .sonic
        // In front of another server, the requests are of interest.
        let isProxy = arguments.command == ServerProgram.proxy.name
        log = arguments.has(.json) ? .json : arguments.has(.log) || isProxy ? .lines : .none
        withControl = !Set(arguments.given).isDisjoint(with: [.control, .hold, .token])
        hold = try arguments.number(.hold, in: 1...3600) ?? Interceptions.usualSeconds
        harSize = try arguments.value(
            .harSize, as: { text in SonicServer.Limits.number(text).flatMap { $0 > 0 ? $0 : nil } },
            "a size such as 64M")
        secrets = arguments.has(.secrets) ? .kept : .masked
        let hasHAR = arguments.value(.har) != nil
        if !hasHAR, harSize != nil { throw .init(message: "--har-size is for --har FILE") }
        if !hasHAR, arguments.has(.secrets), !withControl {
            throw .init(message: "--secrets is for --har FILE and --control")
        }
        for (option, other) in [(Option.certificate, Option.key), (.key, .certificate)]
        where arguments.value(option) != nil && arguments.value(other) == nil {
            throw .init(message: "\(option.longName) requires \(other.spelling), too")
        }
        for word in arguments.all(.limit) { try limits.read(word) }
    }
}

extension ServerArguments.Place {
    /// Parses `127.0.0.1:8420`, `localhost:0`, `[::1]:8420`, or a port alone.
    fileprivate init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text) else { return nil }
            self.init(port: port)
            return
        }
        var address = text[..<colon]
        guard let port = UInt16(text[text.index(after: colon)...]) else { return nil }
        if address.hasPrefix("["), address.hasSuffix("]") {
            address = address.dropFirst().dropLast()
        } else if address.contains(":") {
            return nil
        }
        self.init(address: address.isEmpty ? Self.loopback : String(address), port: port)
    }
}

// `--limit NAME=NUMBER`, which overrides default limits.
extension SonicServer.Limits {
    /// Sets the limit in a word such as `head=5` or `body=8M`.
    fileprivate mutating func read(_ word: String) throws(CommandFailure) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // The former name of the limit is accepted but no longer shown.
        let name = halves[0] == "farewell" ? "linger" : String(halves[0])
        guard let (most, set) = Self.rows[name] else {
            let names = Self.rows.keys.sorted().joined(separator: ", ")
            throw .init(message: "unknown limit \(name); use one of \(names)")
        }
        guard halves.count == 2, let number = Self.number(halves[1]), (1...most).contains(number) else {
            let value = halves.count == 2 ? "“\(halves[1])”" : "nothing"
            throw .init(message: "--limit \(name) takes a number from 1 to \(most), not \(value)")
        }
        set(&self, number)
    }

    /// The maximum of each limit, and what it sets.
    private static let rows: [String: (most: Int, set: @Sendable (inout Self, Int) -> Void)] = [
        "body": (1 << 30, { $0.bodyBytes = $1 }),
        "connections": (30_000, { $0.connections = UInt32($1) }),
        "head": (86_400, { $0.headSeconds = UInt32($1) }),
        "idle": (86_400, { $0.idleSeconds = UInt32($1) }),
        "linger": (86_400, { $0.linger = .seconds($1) }),
        "per-client": (30_000, { $0.perClient = .everyone($1) }),
        "upgrade-idle": (86_400, { $0.upgradeIdleSeconds = UInt32($1) }),
        "upgrades": (30_000, { $0.upgrades = $1 }),
    ]
}
