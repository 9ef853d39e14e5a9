import Configuration
import HTML
import ProgramArguments
import SonicProtocol
import SonicSession
import SystemLibraries

/// The arguments after the program's name, parsed by one table of options.
struct Arguments: Equatable {
    /// The arguments without dashes, in order.
    var words: [String] = []
    /// The options in order; one may occur several times.
    private var options: [Given] = []

    /// An option with its value, if it has one.
    private struct Given: Equatable {
        let option: Option
        var value: String?
    }

    typealias Mistake = CommandFailure

    /// Parses the arguments with `ArgumentScanner`. An option with choices takes the next word as its value
    /// only if it consists of them, `--version` and `--count` only a number.
    init(_ arguments: some Sequence<[UInt8]>) throws(Mistake) {
        var scanner = ArgumentScanner(arguments) { name in
            Option.allCases.first { [$0.rawValue, $0.short, $0.formerName].contains(name) }
                .map { ($0, $0.scannedValue) }
        }
        while let argument = try Self.next(&scanner, behind: words) {
            switch argument {
            case .word(let word): words += [word].compactMap { ProcessArguments.text($0, isPath: true) }
            case .option(let option, let bytes):
                var value = bytes.flatMap { ProcessArguments.text($0, isPath: option.takesPath) }
                guard (value == nil) == (bytes == nil) else {
                    throw Mistake(message: "\(option.rawValue) takes text in UTF-8")
                }
                if let choices = option.choices {
                    let words = value ?? choices.joined(separator: ",")
                    guard Option.are(words, of: choices) else {
                        throw Mistake(
                            message: "\(option.rawValue) takes \(option.placeholder ?? ""), not “\(words)”")
                    }
                    value = words
                }
                options.append(Given(option: option, value: value))
            }
        }
    }

    private static func next(
        _ scanner: inout ArgumentScanner<Option>, behind words: [String]
    ) throws(Mistake) -> ArgumentScanner<Option>.Argument? {
        do {
            return try scanner.next()
        } catch {
            switch error {
            case .unknown(let name, _):
                throw Mistake(
                    message: Option.former[name] ?? "unknown option \(name)"
                        + suggestion(name, Command.named(in: words).command))
            case .unwantedValue(let name, _): throw Mistake(message: "\(name) takes no value")
            case .missingValue(let option, let name):
                throw Mistake(message: "\(name) requires a value: \(name) \(option.placeholder ?? "")")
            }
        }
    }

    /// Whether an option without a value was given.
    func has(_ option: Option) -> Bool { options.contains(Given(option: option)) }

    /// Returns the last value of an option; nil if it was not given.
    func value(_ option: Option) -> String? { all(option).last }

    /// Returns all values of an option in order.
    func all(_ option: Option) -> [String] {
        options.compactMap { $0.option == option ? $0.value : nil }
    }

    /// Returns the words of all values of an option with choices, in order, each once.
    func chosen(_ option: Option) -> [String] {
        let given = Set(all(option).flatMap { $0.split(separator: ",") }.map(String.init))
        return (option.choices ?? []).filter(given.contains)
    }

    /// The options that were given, in order.
    var given: [Option] { options.map(\.option) }

    /// Refuses the first given option of some that have no effect, for a reason.
    func refuse(_ options: [Option], _ reason: String) throws(Mistake) {
        guard let option = given.first(where: options.contains) else { return }
        throw Mistake(message: "\(reason); leave out \(option.rawValue)")
    }

    /// Returns an option's whole number, which must be in a range; nil if it was not given.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(Mistake) -> Int? {
        try value(
            option, as: { Int($0).flatMap { range.contains($0) ? $0 : nil } },
            "a number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// Returns an option's value as something else; nil if it was not given.
    /// - Parameters:
    ///   - convert: Returns nil for a text that is refused.
    ///   - words: The texts that are not.
    func value<Value>(
        _ option: Option, as convert: (String) -> Value?, _ words: @autoclosure () -> String
    ) throws(Mistake) -> Value? {
        guard let text = value(option) else { return nil }
        guard let value = convert(text) else {
            throw Mistake(message: "\(option.rawValue) takes \(words()), not “\(text)”")
        }
        return value
    }

    /// The cache policy of the session, from the one option that specifies it.
    var mode: SessionMode {
        get throws(Mistake) {
            var modes: [(option: Option, mode: SessionMode)] = []
            if has(.offline) { modes.append((.offline, .cacheOnly)) }
            if has(.force) { modes.append((.force, .forceReload)) }
            if has(.reload) { modes.append((.reload, .reload)) }
            guard let name = value(.cachePolicy) else { return modes.first?.mode ?? .open }
            if let other = modes.first {
                throw Mistake(
                    message: "--cache-policy and \(other.option.rawValue) exclude each other; use one")
            }
            guard let mode = CacheMode(named: name), mode != .noStore else {
                let names = CacheMode.names.filter { $0 != CacheMode.noStore.rawValue }
                throw Mistake(
                    message: "unknown cache policy “\(name)”; --cache-policy takes one of "
                        + names.joined(separator: ", ") + "; to store nothing, use --private")
            }
            return SessionMode(mode)
        }
    }

    /// The encoding chosen for pages; nil if none was given.
    var encoding: ChosenEncoding? {
        get throws(Mistake) {
            guard let name = value(.charset) else { return nil }
            guard let chosen = ChosenEncoding(name) else {
                throw Mistake(
                    message: "unknown encoding “\(name)”; --charset takes one of these, or another label of "
                        + "the WHATWG Encoding standard: \(ChosenEncoding.names)")
            }
            return chosen
        }
    }

    /// The short names of media types.
    static let typeNames = ["html", "text", "markdown", "feed", "xml"]

    private static let types = [
        "html": "text/html", "text": "text/plain", "markdown": "text/markdown", "feed": "application/rss+xml",
        "xml": "application/xml",
    ]

    /// The media type of `--type`; nil if it was not given.
    var type: String? {
        get throws(Mistake) {
            guard let word = value(.type) else { return nil }
            if let type = Self.types[word.lowercased()] { return type }
            let isType =
                word.split(separator: "/", omittingEmptySubsequences: false).count == 2
                && !word.hasPrefix("/") && !word.hasSuffix("/")
            guard isType else {
                throw Mistake(
                    message: "unknown type “\(word)”; --type takes one of "
                        + Self.typeNames.joined(separator: ", ") + ", or a media type such as text/csv")
            }
            return word.lowercased()
        }
    }

    /// Returns the most similar option for an unknown one; those of the command take precedence.
    private static func suggestion(_ name: String, _ command: Command) -> String {
        let own = (command.options + [.help, .version]).map(\.rawValue)
        let all = own + Option.allCases.map(\.rawValue)
        let begun = own.filter { name.count > 2 && $0.hasPrefix(name) }
        let near = begun.count == 1 ? begun.first : NearestName.among(all, to: name)
        let help = command == .browse ? "sonic --help" : "sonic \(command.rawValue) --help"
        return (near.map { "; did you mean \($0)?" } ?? ";") + " see \(help)"
    }
}
