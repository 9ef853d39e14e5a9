import Configuration
import Exchanges
import ProgramArguments
import SonicProtocol
import SonicServer
import SystemLibraries

/// The parsed command line.
struct ServerArguments: Equatable {
    /// The command to run.
    enum Command: Equatable {
        /// Serve a folder.
        case serve(folder: String)
        /// Serve the demo site.
        case demo
        /// Forward to another server.
        case proxy(upstream: String)
        /// Print the table of faults.
        case faults
        /// Print the manual page in the macros of man(7).
        case manual
        /// Print the script that completes this command line in a shell.
        case completion(Shell)
        /// Print the help.
        case help
        /// Print the version.
        case version
    }

    /// An address and port to listen on; port 0 for any free one.
    struct Place: Equatable {
        static let loopback = "127.0.0.1"
        var address = loopback
        var port: UInt16
    }

    /// How requests are logged.
    enum Log: Equatable {
        case none
        /// One line each, for people.
        case lines
        case json
    }

    var command: Command
    /// The value of `--listen`; nil without it.
    var listen: Place?
    /// Whether the server stops when standard input ends.
    var withParent = false
    /// The file that defines which elements become blocks; nil for none.
    var blocks: String?
    /// The longest pause of the upstream, in seconds; nil for the default.
    var timeout: Int?
    /// The file of trusted certificates; nil for the system's.
    var authorities: String?
    /// Whether the host name of the client's request is forwarded to the upstream.
    var keepsHost = false
    /// The first option that is for the proxy only; nil for none.
    private var proxyOption: String?
    /// Whether there is a control page.
    var withControl = false
    /// The token required of remote clients, or the file that contains it; nil rejects them.
    var token: String?
    /// The time limit for an intercepted exchange, in seconds; nil for the default.
    var hold: Int?
    /// How requests are logged on standard output.
    var log = Log.none
    /// Whether the savings are printed at the end.
    var withStatistics = false
    /// The file of fault rules for responses; nil for none.
    var faults: String?
    /// The file that exchanges are appended to; nil for none.
    var record: String?
    /// The HAR file that exchanges are appended to; nil for none.
    var har: String?
    /// Its maximum length, in bytes; nil for the default.
    var harSize: Int?
    /// How secrets are recorded and shown.
    var secrets = Secrets.masked
    var limits = SonicServer.Limits()
    /// The dialect of the Sonic implementation.
    var dialect = Dialect.sonic

    /// An error in a command line, as a sentence.
    struct Mistake: Error, Equatable {
        let sentence: String
    }

    /// Parses the arguments after the program's name.
    static func parse(_ arguments: [[UInt8]]) throws(Mistake) -> ServerArguments {
        var words: [String] = []
        var result = ServerArguments(command: .help)
        var scanner = ArgumentScanner(arguments) { name in
            ServerUsage.option(name).map { ($0, $0.placeholder == nil ? .none : .required) }
        }
        while let argument = try next(&scanner) {
            switch argument {
            case .word(let word): words += [word].compactMap { ProcessArguments.text($0, isPath: true) }
            case .option(let option, let bytes):
                let isPath = [.files, .folders].contains(option.values)
                let value = bytes.flatMap { ProcessArguments.text($0, isPath: isPath) }
                guard (value == nil) == (bytes == nil) else {
                    throw Mistake(sentence: "\(option.names[0]) takes text in UTF-8.")
                }
                switch option.names[0] {
                case "--help": return ServerArguments(command: .help)
                case "--version": return ServerArguments(command: .version)
                case let name: try result.read(name, value ?? "")
                }
            }
        }
        if result.har == nil, result.harSize != nil {
            throw Mistake(sentence: "--har-size is for --har FILE.")
        }
        if result.har == nil, result.secrets == .kept, !result.withControl {
            throw Mistake(sentence: "--secrets is for --har FILE and --control.")
        }
        result.command = try command(words)
        if case .proxy = result.command {
            // In front of another server, the requests are of interest.
            if result.log == .none { result.log = .lines }
        } else if let name = result.proxyOption {
            throw Mistake(sentence: "\(name) is for proxy only.")
        }
        return result
    }

    private static func next(
        _ scanner: inout ArgumentScanner<OptionUsage>
    ) throws(Mistake) -> ArgumentScanner<OptionUsage>.Argument? {
        do {
            return try scanner.next()
        } catch {
            switch error {
            case .unknown(let name, let argument):
                let names = ServerUsage.optionNames
                throw Mistake(sentence: "Unknown option \(argument)" + meant(name, among: names))
            case .unwantedValue(let name, _):
                throw Mistake(sentence: "\(name) takes no value.")
            case .missingValue(_, let name): throw missing(name)
            }
        }
    }

    /// Returns the error for a missing value of an option.
    private static func missing(_ name: String) -> Mistake {
        let what =
            switch name {
            case "--listen": "ADDRESS:PORT"
            case "--as": dialects
            case "--faults": "the file of rules"
            case "--limit": "NAME=NUMBER"
            case "--har-size": "a size"
            case "--control-token": "a token, or the file that holds it"
            case "--hold", "--timeout": "a number of seconds"
            default: "a file"
            }
        return Mistake(sentence: "\(name) requires \(what).")
    }

    private mutating func read(_ name: String, _ value: String) throws(Mistake) {
        if ServerUsage.proxyOptions.contains(where: { $0.names == [name] }) {
            proxyOption = proxyOption ?? name
        }
        switch name {
        case "--control": withControl = true
        case "--log": if log == .none { log = .lines }
        case "--json": log = .json
        case "--stats": withStatistics = true
        case "--with-parent": withParent = true
        case "--listen": listen = try Self.place(value)
        case "--as": dialect = try Self.dialect(value)
        case "--faults": faults = value
        case "--limit": try limits.read(value)
        case "--record": record = value
        case "--har": har = try Self.text(value, name)
        case "--har-size":
            guard let size = SonicServer.Limits.number(value), size > 0 else {
                throw Mistake(sentence: "--har-size takes a size such as 64M, not \(value).")
            }
            harSize = size
        case "--secrets": secrets = .kept
        case "--hold":
            hold = try Self.seconds(value, name, most: 3600)
            withControl = true
        case "--control-token":
            token = try Self.text(value, name)
            withControl = true
        case "--keep-host": keepsHost = true
        case "--blocks": blocks = try Self.text(value, name)
        case "--cacert": authorities = try Self.text(value, name)
        default: timeout = try Self.seconds(try Self.text(value, name), name, most: 86_400)
        }
    }

    private static func seconds(_ value: String, _ name: String, most: Int) throws(Mistake) -> Int {
        guard let seconds = Int(value), (1...most).contains(seconds) else {
            throw Mistake(sentence: "\(name) takes whole seconds from 1 to \(most), not \(value).")
        }
        return seconds
    }

    /// Returns a value that is not empty.
    private static func text(_ value: String, _ name: String) throws(Mistake) -> String {
        if value.isEmpty { throw missing(name) }
        return value
    }

    private static func command(_ words: [String]) throws(Mistake) -> Command {
        if let word = words.first, let command = simple[word] {
            guard words.count == 1 else { throw Mistake(sentence: "\(word) takes no arguments.") }
            return command
        }
        switch words.first {
        case "serve":
            guard words.count > 1 else { throw Mistake(sentence: "serve requires a folder.") }
            guard words.count == 2 else { throw Mistake(sentence: "serve takes one folder.") }
            return .serve(folder: words[1])
        case "proxy":
            guard words.count > 1 else {
                throw Mistake(sentence: "proxy requires the server to forward to, such as localhost:3000.")
            }
            guard words.count == 2 else { throw Mistake(sentence: "proxy takes one server.") }
            return .proxy(upstream: words[1])
        case "completion":
            guard words.count == 2, let shell = Shell(rawValue: words[1]) else {
                let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
                throw Mistake(sentence: "completion requires one of \(names).")
            }
            return .completion(shell)
        case let word?:
            throw Mistake(
                sentence: "Unknown command \(word)" + meant(word, among: ServerUsage.program.commandNames))
        case nil: throw Mistake(sentence: "Missing command: use serve, proxy or demo.")
        }
    }

    /// The commands without arguments.
    private static let simple: [String: Command] = [
        "demo": .demo, "faults": .faults, "manual": .manual, "help": .help,
    ]

    /// Returns the end of a sentence about an unknown name, with the most similar one.
    private static func meant(_ name: String, among names: [String]) -> String {
        NearestName.among(names, to: name).map { "; did you mean \($0)?" } ?? "."
    }

    /// The accepted values of `--as`.
    private static let dialects =
        "one of " + Dialect.allCases.map(\.rawValue).joined(separator: ", ")

    private static func dialect(_ name: String) throws(Mistake) -> Dialect {
        if let found = Dialect.allCases.first(where: { $0.rawValue == name }) { return found }
        throw Mistake(sentence: "--as takes \(dialects), not \(name).")
    }

    /// Parses `127.0.0.1:8420`, `localhost:0`, `[::1]:8420`, or a port alone.
    private static func place(_ text: String) throws(Mistake) -> Place {
        let mistake = Mistake(sentence: "--listen takes ADDRESS:PORT, such as 127.0.0.1:8420, not \(text).")
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text) else { throw mistake }
            return Place(port: port)
        }
        var address = text[..<colon]
        guard let port = UInt16(text[text.index(after: colon)...]) else { throw mistake }
        if address.hasPrefix("["), address.hasSuffix("]") {
            address = address.dropFirst().dropLast()
        } else if address.contains(":") {
            throw mistake
        }
        return Place(address: address.isEmpty ? Place.loopback : String(address), port: port)
    }
}

// `--limit NAME=NUMBER`, which overrides default limits.
extension SonicServer.Limits {
    /// Sets the limit in a word such as `head=5` or `body=8M`.
    fileprivate mutating func read(_ word: String) throws(ServerArguments.Mistake) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // The former name of the limit is accepted but no longer shown.
        let name = halves[0] == "farewell" ? "linger" : String(halves[0])
        guard let most = Self.most[name] else {
            let names = Self.most.keys.sorted().joined(separator: ", ")
            throw ServerArguments.Mistake(sentence: "Unknown limit \(name); use one of \(names).")
        }
        guard halves.count == 2, let number = Self.number(halves[1]), (1...most).contains(number) else {
            let value = halves.count == 2 ? String(halves[1]) : "nothing"
            throw ServerArguments.Mistake(
                sentence: "--limit \(name) takes a number from 1 to \(most), not \(value).")
        }
        switch name {
        case "body": bodyBytes = number
        case "connections": connections = UInt32(number)
        case "linger": linger = .seconds(number)
        case "head": headSeconds = UInt32(number)
        case "idle": idleSeconds = UInt32(number)
        default: perClient = .everyone(number)
        }
    }

    /// The names, and the maximum of each.
    private static let most = [
        "body": 1 << 30, "connections": 30_000, "head": 86_400, "idle": 86_400,
        "linger": 86_400, "per-client": 30_000,
    ]
}
