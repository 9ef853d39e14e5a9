import SonicServer

/// What the command line asks for.
struct ServerArguments: Equatable {
    /// What is to be done.
    enum Command: Equatable {
        /// Serve a folder.
        case serve(folder: String)
        /// Serve the demo site.
        case demo
        /// Forward to another server.
        case proxy(upstream: String)
        /// Print the table of faults.
        case faults
        /// Print the help.
        case help
        /// Print the version.
        case version
    }

    /// Where to listen; port 0 for any free one.
    struct Place: Equatable {
        var address: String
        var port: UInt16
    }

    /// How requests are logged.
    enum Log: Equatable {
        /// Not at all.
        case none
        /// A line each, for people.
        case lines
        /// A JSON object each.
        case json
    }

    var command: Command
    /// Where `--listen` says to listen; nil without it.
    var listen: Place?
    /// Whether the end of standard input is the word to stop.
    var withParent = false
    /// What the proxy's own options say.
    var proxy = ProxyOptions()
    /// Whether there is a control page.
    var withControl = false
    /// How requests are logged on standard output.
    var log = Log.none
    /// Whether the savings are told at the end.
    var withStatistics = false
    /// The file of rules by which answers go wrong; nil for none.
    var faults: String?
    /// The file that exchanges are added to; nil for none.
    var record: String?
    /// The bounds within which the server works.
    var limits = SonicServer.Limits()
    /// Whose ways the Sonic half has.
    var personality = Personality.sonic

    /// What is wrong with a command line, in a sentence.
    struct Mistake: Error, Equatable {
        let sentence: String
    }

    /// Reads the arguments behind the program's name.
    static func parse(_ arguments: [String]) throws(Mistake) -> ServerArguments {
        var words: [String] = []
        var result = ServerArguments(command: .help)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return ServerArguments(command: .help)
            case "--version": return ServerArguments(command: .version)
            case "--control": result.withControl = true
            case "--log": if result.log == .none { result.log = .lines }
            case "--json": result.log = .json
            case "--stats": result.withStatistics = true
            case "--with-parent": result.withParent = true
            case "--listen":
                guard let value = rest.popFirst() else {
                    throw Mistake(sentence: "--listen needs ADDRESS:PORT behind it.")
                }
                result.listen = try place(value)
            case _ where argument.hasPrefix("--listen="):
                result.listen = try place(String(argument.dropFirst(9)))
            case _ where ProxyOptions.names.contains { argument == $0 || argument.hasPrefix("\($0)=") }:
                try result.proxy.read(argument, &rest)
            case "--as":
                result.personality = try personality(rest.popFirst())
            case _ where argument.hasPrefix("--as="):
                result.personality = try personality(String(argument.dropFirst(5)))
            case "--faults":
                guard let path = rest.popFirst() else {
                    throw Mistake(sentence: "--faults needs the file of rules behind it.")
                }
                result.faults = path
            case _ where argument.hasPrefix("--faults="):
                result.faults = String(argument.dropFirst(9))
            case "--limit":
                guard let word = rest.popFirst() else {
                    throw Mistake(sentence: "--limit needs NAME=NUMBER behind it.")
                }
                try result.limits.read(word)
            case _ where argument.hasPrefix("--limit="):
                try result.limits.read(String(argument.dropFirst(8)))
            case "--record":
                guard let path = rest.popFirst() else {
                    throw Mistake(sentence: "--record needs a file behind it.")
                }
                result.record = path
            case _ where argument.hasPrefix("--record="):
                result.record = String(argument.dropFirst(9))
            case "--":
                words += rest
                rest = []
            case _ where argument.hasPrefix("-") && argument != "-":
                throw Mistake(sentence: "There is no option \(argument).")
            default: words.append(argument)
            }
        }
        result.command = try command(words)
        if case .proxy = result.command {
            // Whoever stands in front of another server's pages wants to see what is asked.
            if result.log == .none { result.log = .lines }
        } else if let name = result.proxy.firstName {
            throw Mistake(sentence: "\(name) is for proxy only.")
        }
        return result
    }

    private static func command(_ words: [String]) throws(Mistake) -> Command {
        switch words.first {
        case "serve":
            guard words.count > 1 else { throw Mistake(sentence: "serve needs the folder to serve.") }
            guard words.count == 2 else { throw Mistake(sentence: "serve takes one folder.") }
            return .serve(folder: words[1])
        case "demo":
            guard words.count == 1 else { throw Mistake(sentence: "demo takes no further words.") }
            return .demo
        case "proxy":
            guard words.count > 1 else {
                throw Mistake(sentence: "proxy needs the server to forward to, such as localhost:3000.")
            }
            guard words.count == 2 else { throw Mistake(sentence: "proxy takes one server.") }
            return .proxy(upstream: words[1])
        case "faults":
            guard words.count == 1 else { throw Mistake(sentence: "faults takes no further words.") }
            return .faults
        case let word?: throw Mistake(sentence: "There is no command \(word).")
        case nil: throw Mistake(sentence: "A command is missing: serve, proxy or demo.")
        }
    }

    private static func personality(_ name: String?) throws(Mistake) -> Personality {
        if let found = Personality.allCases.first(where: { $0.rawValue == name }) { return found }
        let names = Personality.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(sentence: "--as needs one of \(names) behind it\(name.map { ", not \($0)" } ?? "").")
    }

    /// `127.0.0.1:8420`, `localhost:0`, `[::1]:8420`, or a port alone.
    private static func place(_ text: String) throws(Mistake) -> Place {
        let mistake = Mistake(sentence: "--listen wants ADDRESS:PORT, such as 127.0.0.1:8420, not \(text).")
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text) else { throw mistake }
            return Place(address: "127.0.0.1", port: port)
        }
        var address = text[..<colon]
        guard let port = UInt16(text[text.index(after: colon)...]) else { throw mistake }
        if address.hasPrefix("["), address.hasSuffix("]") {
            address = address.dropFirst().dropLast()
        } else if address.contains(":") {
            throw mistake
        }
        return address.isEmpty
            ? Place(address: "127.0.0.1", port: port) : Place(address: String(address), port: port)
    }
}
