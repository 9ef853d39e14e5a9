import CellGrid
import Configuration
import SonicProtocol

// Key handling: the table gives the command, and the command its action or the reason why it is disabled.
extension Model {
    mutating func press(_ key: Key) -> [Effect] {
        switch key {
        case .mouse(let mouse): return point(mouse)
        case .focusGained, .focusLost:
            attend(key == .focusGained)
            return []
        case .background(let tone):
            screen.apply(background: tone)
            return []
        case .graphics(let answer):
            screen.graphics.insert(answer)
            return []
        case .paste(let text) where prompt == nil && screen.isLargeEnough: return paste(text)
        case .character, .control, .alt, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
            .delete, .backspace, .tab, .backTab, .enter, .escape, .function, .sequence, .paste:
            break
        }
        screen.drag = .none
        guard screen.isLargeEnough else {
            let command = keys.command(for: key, in: [.panes, .everywhere])
            return command == .quit || command == .quitAtOnce ? leave() : []
        }
        notice = nil
        if case .news = account.goal { account.goal = nil }
        if prompt != nil { return pressInLine(key) }
        switch inputMode {
        case .hints(let hints): return pressInHints(key, hints)
        case .letter(let purpose): return pressLetter(key, purpose)
        case .question(let question): return pressInQuestion(key, question)
        case .newKey(let new): return press(key, for: new)
        case .written(let field): return press(key, afterTextOf: field)
        case .begun(let begun): return continueSequence(with: key, after: begun)
        case nil: return continueSequence(with: key, after: BegunKeys())
        }
    }

    /// Handles a key after a count or the beginning of a sequence, which is mostly empty.
    private mutating func continueSequence(with key: Key, after begun: BegunKeys) -> [Effect] {
        inputMode = nil
        if key == .escape, begun != BegunKeys() { return [] }
        let pressed = begun.keys + [key]
        let found = keys.meaning(of: pressed, in: overlay?.contexts ?? KeyTable.Context.inPanes)
        if pressed.count == 1, let counted = begun.adding(digit: key, keys, isKnown: found.command != nil) {
            inputMode = .begun(counted)
        } else if found.isBeginning {
            inputMode = .begun(BegunKeys(count: begun.count, keys: pressed))
        } else {
            let key = pressed.count == 1 ? key : .sequence(pressed)
            let command = found.command ?? overlay?.command(elsewhere: key, in: keys)
            return perform(command, by: key, count: begun.count)
        }
        return []
    }

    /// Performs the command of a key with a count: repeats it, or goes to the line with that number. If the command
    /// ignores counts it is performed once, as in vim.
    private mutating func perform(_ command: Command?, by key: Key, count: Int?) -> [Effect] {
        switch (command?.counted, count) {
        case (.repeats, let count?):
            var effects: [Effect] = []
            for turn in 0..<count {
                effects += perform(command, by: key)
                guard case .refusal = notice else { continue }
                // It went as far as possible.
                if turn > 0 { notice = nil }
                break
            }
            return effects
        case (.goesToLine, let count?):
            scroll(.line(count - 1))
            return []
        case (_, _): return perform(command, by: key)
        }
    }

    /// Performs the command of a key or of a sequence of keys; nil if it has none.
    private mutating func perform(_ command: Command?, by key: Key) -> [Effect] {
        if overlay != nil {
            // As on the page, search highlighting is cleared first.
            return key == .escape && endSearch() ? [] : perform(inOverlay: command, by: key)
        }
        guard let command else {
            return refuse(keys.line("\(key.name) does nothing. Press {help} for the keys."))
        }
        // If there is nothing to stop, the stop key clears search highlighting.
        if command == .stop, !isBusy, endSearch() { return [] }
        if let act = command.digitAction, let number = key.number { return act(&self, number) }
        return call(command, as: key.name) ?? []
    }

    /// Runs a command in the panes as its key would; if it is disabled, shows the reason.
    /// - Parameter name: The key or name by which it was called.
    /// - Returns: The effects; nil if it is disabled.
    mutating func call(_ command: Command, as name: String) -> [Effect]? {
        if let disabledReason = command.disabledReason(in: self) {
            notice = .refusal("\(name): \(keys.namingKeys(disabledReason.rawValue)).")
            return nil
        }
        return command.action(&self)
    }

    /// Quits the program; during downloads only after a confirmation.
    mutating func quit() -> [Effect] {
        guard account.downloads.runningCount > 0 else { return leave() }
        inputMode = .question(.leaveDownloads(account.downloads.runningCount))
        return []
    }

    /// Quits the program.
    mutating func leave() -> [Effect] { stopSessions() + rememberPlaces() + [.quit] }

    // MARK: Binding keys by a press

    /// Binds the pressed key to the waiting command. Esc and `^C` cancel.
    mutating func press(_ key: Key, for new: NewKey) -> [Effect] {
        inputMode = nil
        guard key != .escape, key != .control("c") else { return [] }
        return order { model throws(TypingMistake) in
            try model.keys.order(
                key, for: new, model.settings.general[Settings.keyPreset],
                model.settings.general[Settings.keys])
        }
    }

    /// Restores the default keys of a command.
    mutating func orderStandardKeys(of command: Command) -> [Effect] {
        order { model throws(TypingMistake) in
            try model.keys.orderStandardKeys(
                of: command, model.settings.general[Settings.keyPreset], model.settings.general[Settings.keys]
            )
        }
    }

    private mutating func order(_ make: (Model) throws(TypingMistake) -> KeyOrder) -> [Effect] {
        do throws(TypingMistake) {
            return [.ask(.changeKeys(try make(self), settingReply))]
        } catch {
            return refuse(error.words)
        }
    }

    // Commands called by name.

    /// Runs the command named in the `:` line, or selected in its list. If it cannot be run, or none is named, the line
    /// and the list stay.
    mutating func acceptCommand(_ line: CommandLine) -> [Effect] {
        guard let binding = line.binding, let words = line.call else { return refuse(unfit(line)) }
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
    mutating func begin(_ line: String) { prompt = .command(CommandLine(line, keys: keys)) }

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
        let offset = document?.textOffset(ofPercent: number) ?? 0
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

/// A count and the beginning of a key sequence, as typed so far.
struct BegunKeys: Equatable, Sendable {
    /// The repeat count of the command, or the line to go to; nil if none was typed.
    var count: Int?
    /// The keys of the sequence, in order.
    var keys: [Key] = []

    /// The maximum count: repeating a command costs as much as pressing its key that often.
    static let maxCount = 9_999

    /// Returns the count with one more digit; nil if the key is not a digit, or has another meaning.
    func adding(digit key: Key, _ table: KeyTable, isKnown: Bool) -> BegunKeys? {
        guard table.takesCounts, case .character = key, let digit = key.number else { return nil }
        guard let count else { return digit == 0 || isKnown ? nil : BegunKeys(count: digit) }
        return BegunKeys(count: min(count * 10 + digit, Self.maxCount))
    }

    /// The typed keys, as the bottom line shows them.
    var text: String {
        let number = count.map { "\($0)" } ?? ""
        return ([number].filter { !$0.isEmpty } + keys.map(\.name)).joined(separator: " ")
    }
}
