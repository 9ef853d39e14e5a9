/// A command line of the reader's own with places for values, made into what `sh -c` takes.
///
/// No value ever becomes a part of the line: the shell gets the values as its arguments, and the line names them. So
/// nothing in a value is read as a command, whatever it holds.
public struct ShellTemplate: Equatable, Sendable {
    /// The line, in which `${1}` stands for the first value, and so on.
    public let script: String
    /// The values.
    public let arguments: [String]
    /// Whether the value of `%s` stands in the line.
    public let namesValue: Bool

    /// Why a line cannot be used with its values.
    public enum Failure: Error, Equatable, Sendable {
        /// A place within a longer quoted text, which the line may hand to another shell, has a value with characters
        /// that a shell reads.
        case unsafe(String)
        /// A place that nothing is known for, such as `%n`.
        case unknownPlace(String)
    }

    /// What the places stand for.
    public struct Values: Sendable {
        /// `%s`: the file or the address.
        var value: String
        /// `%t`: the media type; nil where the line has no such place.
        var type: String?
        /// `%{name}`: the type's parameters; those that are not there are empty.
        var parameters: [String: String]

        /// Values of these places.
        public init(value: String, type: String? = nil, parameters: [String: String] = [:]) {
            self.value = value
            self.type = type
            self.parameters = parameters
        }
    }

    /// A line that names its values already.
    /// - Parameters:
    ///   - script: The line.
    ///   - arguments: The values.
    public init(script: String, arguments: [String]) {
        self.script = script
        self.arguments = arguments
        namesValue = true
    }

    /// A line that is taken as it stands.
    /// - Parameters:
    ///   - script: The line.
    ///   - lastArgument: What stands behind it as one word; nil for nothing.
    public init(script: String, lastArgument: String?) {
        self.init(
            script: lastArgument == nil ? script : script + " \"${1}\"",
            arguments: lastArgument.map { [$0] } ?? [])
    }

    /// Puts a line together. `%%` and `\%` are a percent sign. Linear.
    /// - Parameters:
    ///   - line: The command line.
    ///   - values: What its places stand for.
    public init(_ line: String, _ values: Values) throws(Failure) {
        var script = ""
        var arguments = [String]()
        var namesValue = false
        var quote: Character?
        let characters = Array(line)
        var index = 0
        func next(_ step: Int) -> Character? {
            characters.indices.contains(index + step) ? characters[index + step] : nil
        }
        while let character = next(0) {
            switch (character, quote) {
            case ("%", _):
                guard let place = try Self.place(characters[index...], values) else {
                    script.append("%")
                    index += next(1) == "%" ? 2 : 1
                    continue
                }
                if next(1) == "s" { namesValue = true }
                // Quotes around the place alone say what is done anyway.
                let isAlone = quote != nil && next(-1) == quote && next(place.count) == quote
                guard quote == nil || isAlone || Self.isPlain(place.value) else { throw .unsafe(place.value) }
                arguments.append(place.value)
                let word = "${\(arguments.count)}"
                switch quote {
                case "'": script += "'\"\(word)\"'"
                case nil: script += "\"\(word)\""
                default: script += word
                }
                index += place.count
            case ("\\", "'"):
                script.append("\\")
                index += 1
            case ("\\", _):
                if next(1) != "%" { script.append("\\") }
                if let escaped = next(1) { script.append(escaped) }
                index += 2
            case ("'", nil), ("\"", nil):
                quote = character
                script.append(character)
                index += 1
            default:
                if character == quote { quote = nil }
                script.append(character)
                index += 1
            }
        }
        self.script = script
        self.arguments = arguments
        self.namesValue = namesValue
    }

    /// The value of the place that begins here, and of how many characters the place is; nil for a percent sign.
    private static func place(
        _ rest: ArraySlice<Character>, _ values: Values
    ) throws(Failure) -> (value: String, count: Int)? {
        switch rest.dropFirst().first {
        case nil, "%": return nil
        case "s": return (values.value, 2)
        case "t":
            guard let type = values.type else { throw .unknownPlace("%t") }
            return (type, 2)
        case "{":
            let name = rest.dropFirst(2).prefix { $0 != "}" }
            guard rest.dropFirst(2 + name.count).first == "}" else { throw .unknownPlace("%{") }
            return (values.parameters[String(name).lowercased()] ?? "", name.count + 3)
        case let letter?:
            // A percent sign that stands for itself, such as in `date +%F`, is written twice.
            throw .unknownPlace("%\(letter)")
        }
    }

    /// Whether no shell reads anything into a text, not even one that is handed it in the middle of a line.
    public static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "/._,:=@+-%".utf8.contains(byte)
            }
        }
    }
}
