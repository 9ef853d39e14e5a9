/// The programs for media types, from mailcap files (RFC 1524).
package struct Mailcap: Sendable {
    /// One line of a file.
    package struct Entry: Equatable, Sendable {
        /// The media type in lower case, such as `image/png`, or `image/*` for all images.
        package var type: String
        /// The command that shows a file, with placeholders (`ShellTemplate`).
        package var command: String
        /// The command that must exit with status 0 for the entry to apply; nil for none.
        package var test: String?
        /// The required name of the file, such as `%s.html`; nil for any.
        package var nameTemplate: String?
        /// Where the command shows it.
        package var place = Place.window

        /// Whether it applies to a type, given in lower case.
        func fits(_ type: String) -> Bool {
            if self.type == type { return true }
            return self.type.hasSuffix("/*") && type.hasPrefix(self.type.dropLast())
        }
    }

    /// Where a command shows a file.
    package enum Place: Equatable, Sendable {
        /// In a separate window.
        case window
        /// On the terminal, interactively: `needsterminal`.
        case terminal
        /// As output for a pager: `copiousoutput`.
        case pager
    }

    /// The entries in order of precedence.
    package private(set) var entries: [Entry] = []

    /// Creates an empty mailcap.
    package init() {}

    /// Appends the entries of a file. Lines without a type or a command are skipped. Linear.
    package mutating func append(_ text: String) {
        var line = ""
        for piece in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let piece = piece.hasSuffix("\r") ? piece.dropLast() : piece
            if line.isEmpty, piece.drop(while: \.isWhitespace).first == "#" { continue }
            if piece.hasSuffix("\\") {
                line += piece.dropLast()
                continue
            }
            line += piece
            if let entry = Self.entry(line) { entries.append(entry) }
            line = ""
        }
        if let entry = Self.entry(line) { entries.append(entry) }
    }

    /// Returns the entries that apply to a type, in order of precedence.
    package func entries(for type: String) -> [Entry] { entries.filter { $0.fits(type.lowercased()) } }

    private static func entry(_ line: String) -> Entry? {
        let fields = fields(line)
        guard fields.count >= 2, !fields[0].isEmpty, !fields[1].isEmpty else { return nil }
        let type = fields[0].lowercased()
        var entry = Entry(type: type.contains("/") ? type : type + "/*", command: fields[1])
        for field in fields.dropFirst(2) {
            let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? String(halves[1]).trimmed : ""
            switch String(halves[0]).trimmed.lowercased() {
            case "needsterminal": if entry.place == .window { entry.place = .terminal }
            case "copiousoutput": entry.place = .pager
            case "test": entry.test = value
            case "nametemplate": entry.nameTemplate = value
            // Fields for printing, composing and editing are not used.
            default: break
            }
        }
        return entry
    }

    /// Returns the fields of a line. `\;` is a semicolon; every other backslash is part of the command.
    private static func fields(_ line: String) -> [String] {
        var fields = [""]
        var isEscaped = false
        for character in line {
            if isEscaped {
                fields[fields.count - 1] += character == ";" ? ";" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == ";" {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        if isEscaped { fields[fields.count - 1] += "\\" }
        return fields.map(\.trimmed)
    }
}

extension Mailcap.Entry {
    /// Returns the name that the file must have for this entry; nil if its name is suitable.
    /// - Parameter name: The file's name.
    package func name(for name: String) -> String? {
        guard let nameTemplate, let place = nameTemplate.firstRange(of: "%s") else { return nil }
        let (before, after) = (nameTemplate[..<place.lowerBound], nameTemplate[place.upperBound...])
        guard ShellTemplate.isPlain(String(before + after)), !(before + after).contains("/") else {
            return nil
        }
        guard !name.hasPrefix(before) || !name.hasSuffix(after) else { return nil }
        return before + name + after
    }
}
