import SonicProtocol

// Commands called by their names.
extension Model {
    /// Runs a command in the panes as its key would; where something hinders it, the reader is told what.
    /// - Parameter name: How it was called: by this key or name.
    /// - Returns: nil where it was hindered.
    mutating func call(_ command: Command, as name: String) -> [Effect]? {
        if let hindrance = hindrance(of: command) {
            notice = .refusal("\(name): \(keys.namingKeys(hindrance.rawValue)).")
            return nil
        }
        return perform(command)
    }

    /// Runs the command that the `:` line names, or that was moved to in its list. Where it cannot be run, or none is
    /// named, the line and the list stay.
    mutating func acceptCommand(_ line: CommandLine) -> [Effect] {
        guard let binding = line.binding, let words = line.call else {
            notice = .refusal(unfit(line))
            return []
        }
        let effects: [Effect]
        prompt = nil
        do throws(TypingMistake) {
            if let parameter = binding.parameter, line.argument != nil || parameter.isNeeded {
                effects = try call(binding.command, parameter, with: line.argument ?? "")
            } else if let done = call(binding.command, as: binding.command.rawValue) {
                effects = done
            } else {
                prompt = .command(line)
                return []
            }
        } catch {
            notice = .failure(error.words)
            prompt = .command(line)
            return []
        }
        if called.last != words { called = called.suffix(Self.calledLimit - 1) + [words] }
        return effects
    }

    /// The most lines after `:` that are remembered.
    private static let calledLimit = 100

    /// Why a line runs nothing, and what was meant.
    private func unfit(_ line: CommandLine) -> String {
        let name = String(line.text.prefix { !$0.isWhitespace })
        guard !name.isEmpty else { return "Type a command, or choose one with the arrow keys." }
        let meant = line.meant
        // A full name, or the beginning of one, with something behind it.
        if meant.contains(name) { return "\(name) takes no arguments." }
        if meant.count == 1 { return "\(meant[0]) takes no arguments." }
        let listed = line.list.shown.map { line.list.entries[$0].name }
        let others = (meant.isEmpty ? listed : meant).prefix(Self.meantLimit).joined(separator: ", ")
        if others.isEmpty { return "Unknown command “\(name)”." }
        return meant.isEmpty
            ? "Unknown command “\(name)”; did you mean \(others)?"
            : "“\(name)” may mean several commands: \(others)."
    }

    /// The most names that a message lists; the list above the line has all of them.
    private static let meantLimit = 4

    private mutating func call(
        _ command: Command, _ parameter: KeyTable.Parameter, with argument: String
    ) throws(TypingMistake) -> [Effect] {
        switch parameter {
        case .address:
            let url = try address(argument)
            if command == .comparePage { return try compare(with: url) }
            if command == .saveLink {
                guard reach == .online else {
                    throw TypingMistake(words: keys.namingKeys(DisabledReason.offline.rawValue).sentence)
                }
                return save(url)
            }
            if command == .preload {
                guard reach == .online else {
                    throw TypingMistake(words: keys.namingKeys(DisabledReason.offline.rawValue).sentence)
                }
                return preload(url)
            }
            remember(typed: argument)
            return open(url, in: command == .openTab ? .inFront : .here)
        case .place:
            try go(to: argument)
            return []
        case .tab:
            guard let number = Int(argument) else {
                throw TypingMistake(words: "show-tab takes the number of a tab: show-tab 2.")
            }
            return show(tab: number)
        case .account: return use(account: argument)
        case .arrangement:
            guard let arrangement = LayoutPreset(rawValue: argument) else {
                let names = LayoutPreset.allCases.map(\.rawValue).joined(separator: ", ")
                throw TypingMistake(words: "There is no layout “\(argument)”: there are \(names).")
            }
            return rearrange(to: arrangement)
        case .theme:
            guard let theme = Theme.named(argument) else {
                let names = Theme.builtIn.map(\.name).joined(separator: ", ")
                throw TypingMistake(words: "There is no theme “\(argument)”: there are \(names).")
            }
            return dress(in: theme)
        case .forgetting: return try forget(argument)
        case .command: return try send(to: argument)
        case .encoding:
            chooseEncoding(argument)
            return []
        case .filter: return try intercept(argument)
        case .file:
            guard !argument.isEmpty else {
                throw TypingMistake(words: "respond takes the name of a file: respond answer.http.")
            }
            return try respond(from: argument)
        case .interval:
            let wanted = try pace(argument)
            if let hindrance = hindrance(of: command) {
                throw TypingMistake(words: keys.namingKeys(hindrance.rawValue).sentence)
            }
            return watch(wanted)
        }
    }

    /// Goes to `120`, a line counted from 1, or to `50%` of the bytes that are shown. Beyond the end is the end.
    private mutating func go(to place: String) throws(TypingMistake) {
        let isPart = place.hasSuffix("%")
        guard let number = Int(isPart ? String(place.dropLast()) : place), number >= 0,
            number <= 100 || !isPart
        else {
            throw TypingMistake(
                words: place.isEmpty
                    ? "go takes a line or a part of the page: go 120, go 50%."
                    : "“\(place)” is no place: type a line such as 120, or a part such as 50%.")
        }
        focus(on: .page)
        noteJump()
        guard isPart else { return scrollPage(toLine: max(1, number)) }
        let offset = document?.offset(ofPercent: number) ?? 0
        document?.aim(at: number == 100 ? .end : .offset(offset))
    }

    /// Puts a line, counted from 1, at the top. It lays out all lines before it.
    private mutating func scrollPage(toLine line: Int) {
        let height = pageHeight(plan)
        document?.scrollToStart(height: height)
        // No page has more lines than fit into 32 bits, and what is asked for may be as large as a number can be.
        document?.scroll(to: min(line, Int(Int32.max)) - 1, height: height)
        if let document, document.layout.lineCount < line, document.hasNoMoreLines {
            notice = .news("The page has \(document.layout.lineCount) lines.")
        }
    }
}
