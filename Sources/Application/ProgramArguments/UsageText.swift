/// What `--help` prints.
extension ProgramUsage {
    /// Rows of two columns, 80 cells together; what is wider than the left one stands above the right.
    /// - Parameters:
    ///   - rows: What stands left and right.
    ///   - width: Where the right column begins, behind an indent of two.
    public static func table(_ rows: [(String, String)], width: Int) -> String {
        rows.map { left, right in
            let lines = wrapped(right, at: max(30, columns - width - 2))
            let indent = "\n" + String(repeating: " ", count: width + 2)
            let gap = left.count + 2 > width ? indent : String(repeating: " ", count: width - left.count)
            return "  " + left + gap + lines.joined(separator: indent)
        }
        .joined(separator: "\n")
    }

    /// What terminals have at least.
    private static let columns = 80

    /// Words in lines of at most 80 characters, all but the first behind blanks for which the first leaves room.
    /// - Parameters:
    ///   - text: The words.
    ///   - indent: How many blanks.
    public static func paragraph(_ text: String, indent: Int = 0) -> String {
        wrapped(text, at: columns - indent).joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// Words in lines of at most so many characters; a longer word has a line of its own.
    static func wrapped(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// What the manual page says of a command line.
extension ProgramUsage {
    /// How each command is written.
    public var synopsis: ManualPage.Section {
        .init("SYNOPSIS", [.lines(commands.map(\.usage).joined(separator: "\n"))])
    }

    /// What each command does and takes. An option that several commands take is explained among `shared`, and only
    /// named with them.
    public var commandSections: [ManualPage.Section] {
        let counts = commands.flatMap(\.options).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var seen: Set<OptionUsage> = []
        let shared =
            options
            + commands.flatMap(\.options).filter { counts[$0, default: 0] > 1 && seen.insert($0).inserted }
        let parts = commands.flatMap { command -> [ManualPage.Part] in
            let own = command.options.filter { counts[$0] == 1 }
            let others = command.options.filter { counts[$0, default: 0] > 1 }.compactMap(\.names.last)
            return [.heading(command.usage), .words(Self.sentence(command.summary))]
                + own.map { .term($0.spelling, Self.sentence($0.help)) }
                + (others.isEmpty ? [] : [.words("Also, as below: " + others.joined(separator: ", ") + ".")])
        }
        return [
            .init("COMMANDS", parts),
            .init("OPTIONS", shared.map { .term($0.spelling, Self.sentence($0.help)) }),
        ]
    }

    private static func sentence(_ words: String) -> String {
        let text = words.prefix(1).uppercased() + words.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }
}
