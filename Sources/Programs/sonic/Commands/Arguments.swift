import HTML
import SonicProtocol
import SonicSession

/// The words after the program's name, read by one table of options.
struct Arguments: Equatable {
    /// What stands without dashes, in order.
    var words: [String] = []
    /// The options in order; one may stand several times.
    private var options: [Given] = []

    /// An option with its value, if it has one.
    private struct Given: Equatable {
        let option: Option
        var value: String?
    }

    /// A mistake in the words, in a sentence that says what to do.
    struct Mistake: Error, Equatable {
        var message: String
    }

    /// Reads `--name`, `--name value`, `--name=value`, `-H value` and `-Hvalue`; `--` ends the options. An option with
    /// choices takes the next word only where it is one of them, `--version` and `--count` only a number.
    init(_ texts: some Sequence<String>) throws(Mistake) {
        var rest = Array(texts)[...]
        while let text = rest.popFirst() {
            guard text.hasPrefix("-"), text != "-" else {
                words.append(text)
                continue
            }
            if text == "--" {
                words += rest
                return
            }
            try read(text, &rest)
        }
    }

    private mutating func read(_ text: String, _ rest: inout ArraySlice<String>) throws(Mistake) {
        var name = text[...]
        var attached: String?
        if text.hasPrefix("--") {
            if let equals = text.firstIndex(of: "=") {
                name = text[..<equals]
                attached = String(text[text.index(after: equals)...])
            }
        } else if text.count > 2 {
            name = text.prefix(2)
            attached = String(text.dropFirst(2))
        }
        guard let option = Option.allCases.first(where: { [$0.rawValue, $0.short].contains(String(name)) })
        else {
            throw Mistake(message: "there is no option \(name)" + Self.suggestion(String(name)))
        }
        if option == .version || option == .count, let number = rest.first, Int(number) != nil,
            attached == nil
        {
            attached = rest.popFirst()
        }
        guard let placeholder = option.placeholder else {
            if option == .version, let attached {
                options.append(Given(option: option, value: attached))
                return
            }
            guard attached == nil else { throw Mistake(message: "\(name) takes no value") }
            options.append(Given(option: option))
            return
        }
        if let choices = option.choices {
            if attached == nil, let next = rest.first, Self.isChoice(next, of: choices) {
                attached = rest.popFirst()
            }
            let value = attached ?? choices.joined(separator: ",")
            guard Self.isChoice(value, of: choices) else {
                throw Mistake(message: "\(name) takes \(placeholder), not “\(value)”")
            }
            options.append(Given(option: option, value: value))
            return
        }
        if option == .count, attached == nil {
            options.append(Given(option: option))
            return
        }
        if attached == nil { attached = rest.popFirst() }
        guard let value = attached else {
            throw Mistake(message: "\(name) needs a value: \(name) \(placeholder)")
        }
        options.append(Given(option: option, value: value))
    }

    /// Whether a text is made of these words, with commas between them.
    private static func isChoice(_ text: String, of choices: [String]) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            choices.contains(String($0))
        }
    }

    /// Whether an option without a value was given.
    func has(_ option: Option) -> Bool { options.contains(Given(option: option)) }

    /// The last value of an option; nil when it was not given.
    func value(_ option: Option) -> String? { all(option).last }

    /// All values of an option in order.
    func all(_ option: Option) -> [String] {
        options.compactMap { $0.option == option ? $0.value : nil }
    }

    /// The words of all values of an option with choices, in order, each once.
    func chosen(_ option: Option) -> [String] {
        let given = Set(all(option).flatMap { $0.split(separator: ",") }.map(String.init))
        return (option.choices ?? []).filter(given.contains)
    }

    /// The options that were given, in order.
    var given: [Option] { options.map(\.option) }

    /// The whole number an option gives within a range; nil when it was not given.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(Mistake) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Mistake(
                message: "\(option.rawValue) takes a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not “\(text)”")
        }
        return number
    }

    /// How the stored page and the server share the work, by the one option that says so.
    var mode: SessionMode {
        get throws(Mistake) {
            var modes: [(option: Option, mode: SessionMode)] = []
            if has(.offline) { modes.append((.offline, .cacheOnly)) }
            if has(.force) { modes.append((.force, .forceReload)) }
            if has(.reload) { modes.append((.reload, .reload)) }
            guard let name = value(.cachePolicy) else { return modes.first?.mode ?? .open }
            if let other = modes.first {
                throw Mistake(
                    message: "--cache-policy and \(other.option.rawValue) say the same thing twice; use one")
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

    /// The encoding that pages are to be read in; nil when none was given.
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

    private static func suggestion(_ name: String) -> String {
        let close = Option.allCases.filter { $0.rawValue.hasPrefix(name) || name.hasPrefix($0.rawValue) }
        return close.count == 1 ? "; did you mean \(close[0].rawValue)?" : "; see sonic --help"
    }
}
