/// A command line with placeholders for values, converted for `sh -c`.
///
/// No value becomes a part of the line: the shell receives the values as its arguments, and the line refers to them. So
/// no value is ever interpreted as a command.
package struct ShellTemplate: Equatable, Sendable {
    /// The line, in which `${1}` is the first value, and so on.
    package let script: String
    /// The values.
    package let arguments: [String]
    /// Whether the line contains the value of `%s`.
    package let namesValue: Bool

    /// The reason why a line cannot be used with its values.
    package enum Failure: Error, Equatable, Sendable {
        /// A placeholder within a longer quoted text, which the line may pass to another shell, has a value with
        /// characters that are special to a shell.
        case unsafe(String)
        /// A placeholder without a value, such as `%n`.
        case unknownPlace(String)
    }

    /// Creates a template from a line that already refers to its values.
    /// - Parameters:
    ///   - script: The line.
    ///   - arguments: The values.
    package init(script: String, arguments: [String]) {
        self.script = script
        self.arguments = arguments
        namesValue = true
    }

    /// Creates a template from a line that is used verbatim.
    /// - Parameters:
    ///   - script: The line.
    ///   - lastArgument: One argument to append; nil for none.
    package init(script: String, lastArgument: String?) {
        self.init(
            script: lastArgument == nil ? script : script + " \"${1}\"",
            arguments: lastArgument.map { [$0] } ?? [])
    }

    /// Substitutes the placeholders of a line. `%%` and `\%` are a percent sign; `%{name}`, a parameter of the type, is
    /// empty. Linear.
    /// - Parameters:
    ///   - line: The command line.
    ///   - value: `%s`: the file or the address.
    ///   - type: `%t`: the media type; nil if the line has no such placeholder.
    package init(_ line: String, value: String, type: String? = nil) throws(Failure) {
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
                guard let place = try Self.place(characters[index...], value, type) else {
                    script.append("%")
                    index += next(1) == "%" ? 2 : 1
                    continue
                }
                if next(1) == "s" { namesValue = true }
                // Quotes around only the placeholder match what is done anyway.
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

    /// Returns the value of the placeholder that begins here, and its length in characters; nil for a percent sign.
    private static func place(
        _ rest: ArraySlice<Character>, _ value: String, _ type: String?
    ) throws(Failure) -> (value: String, count: Int)? {
        switch rest.dropFirst().first {
        case nil, "%": return nil
        case "s": return (value, 2)
        case "t":
            guard let type else { throw .unknownPlace("%t") }
            return (type, 2)
        case "{":
            let name = rest.dropFirst(2).prefix { $0 != "}" }
            guard rest.dropFirst(2 + name.count).first == "}" else { throw .unknownPlace("%{") }
            return ("", name.count + 3)
        case let letter?:
            // A literal percent sign, as in `date +%F`, must be written twice.
            throw .unknownPlace("%\(letter)")
        }
    }

    /// Returns the browsers that a value of `BROWSER` names, to be tried in order, as other programs parse it.
    ///
    /// They are command lines separated by colons; `%s` is the address, which is appended to a line without it, and `%c`
    /// is a colon.
    package static func browsers(in value: String) -> [String] {
        value.split(separator: ":").compactMap { part in
            guard part.contains(where: { !$0.isWhitespace }) else { return nil }
            let line = part.replacing("%c", with: ":")
            return line.contains("%s") ? String(line) : line + " %s"
        }
    }

    /// Whether a text has no characters that are special to a shell, even if it is passed on in the middle of a line.
    package static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "/._,:=@+-%".utf8.contains(byte)
            }
        }
    }
}
