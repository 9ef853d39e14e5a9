import Configuration
import SonicProtocol

// Commands called by name.
extension Model {
    /// Runs the command named in the `:` line, or selected in its list. If it cannot be run, or none is named, the line
    /// and the list stay.
    mutating func acceptCommand(_ line: CommandLine) -> [Effect] {
        guard let binding = line.binding, let words = line.call else {
            notice = .refusal(unfit(line))
            return []
        }
        let effects: [Effect]
        prompt = nil
        do {
            if let parameter = binding.command.parameter, line.argument != nil || parameter.isNeeded {
                effects = try binding.command.argumentAction(&self, line.argument ?? "")
            } else if let done = call(binding.command, as: binding.command.rawValue) {
                effects = done
            } else {
                prompt = .command(line)
                return []
            }
        } catch {
            notice = .failure("\(error)")
            prompt = .command(line)
            return []
        }
        account.typed.remember(words, as: \.commands)
        return effects
    }

    /// Returns why a line runs nothing, with suggestions.
    private func unfit(_ line: CommandLine) -> String {
        let name = String(line.text.prefix { !$0.isWhitespace })
        guard !name.isEmpty else { return "Type a command, or choose one with the arrow keys." }
        if let words = Command.replacement(of: name) { return words }
        let meant = line.meant
        // A full name, or the beginning of one, with an argument.
        if meant.contains(name) { return "\(name) takes no arguments." }
        if meant.count == 1 { return "\(meant[0]) takes no arguments." }
        let listed = line.list.shown.map { line.list.entries[$0].name }
        let others = (meant.isEmpty ? listed : meant).prefix(Self.meantLimit).joined(separator: ", ")
        if others.isEmpty {
            let near = line.nearest
            return "Unknown command “\(name)”" + (near.map { "; did you mean \($0)?" } ?? ".")
        }
        return meant.isEmpty
            ? "Unknown command “\(name)”; did you mean \(others)?"
            : "“\(name)” may mean several commands: \(others)."
    }

    /// The maximum number of names in a message; the list above the line has all of them.
    private static let meantLimit = 4

    /// Starts the `:` line with text for the reader to continue.
    mutating func begin(_ line: String) {
        prompt = .command(CommandLine(line, keys: keys))
    }

    /// Opens a typed address, and adds it to the typed lines.
    mutating func open(typed text: String, in tab: TabChoice) throws(TypingMistake) -> [Effect] {
        let url = try addressOrSearch(text)
        remember(typed: text)
        return open(url, in: tab)
    }

    /// Returns the typed address, if requests may be sent.
    func addressToAsk(_ text: String) throws(TypingMistake) -> WebURL {
        let url = try address(text)
        guard reach == .online else {
            throw TypingMistake(words: keys.namingKeys(DisabledReason.offline.rawValue).sentence)
        }
        return url
    }

    /// Scrolls to `120`, a line counted from 1, or to `50%` of the bytes shown; at most to the end.
    mutating func go(to place: String) throws(TypingMistake) -> [Effect] {
        let isPart = place.hasSuffix("%")
        guard let number = Int(isPart ? String(place.dropLast()) : place), number >= 0,
            number <= 100 || !isPart
        else {
            throw TypingMistake(
                words: place.isEmpty
                    ? "go takes a line or a part of the page: go 120, go 50%."
                    : "“\(place)” is not a valid position: type a line (120) or a part (50%).")
        }
        screen.focus(on: .page)
        noteJump()
        guard isPart else {
            scrollPage(toLine: max(1, number))
            return []
        }
        let offset = document?.offset(ofPercent: number) ?? 0
        document?.aim(at: number == 100 ? .end : .offset(offset))
        return []
    }

    /// Scrolls a line, counted from 1, to the top. Lays out all lines before it.
    mutating func scrollPage(toLine line: Int) {
        let height = pageHeight(plan)
        document?.scrollToStart(height: height)
        // No page has more lines than fit into 32 bits, but the requested number may be as large as an integer.
        document?.scroll(to: min(line, Int(Int32.max)) - 1, height: height)
        if let document, document.layout.lineCount < line, document.hasNoMoreLines {
            notice = .news("The page has \(document.layout.lineCount) lines.")
        }
    }
}
