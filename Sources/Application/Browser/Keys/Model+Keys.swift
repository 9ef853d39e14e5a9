import CellGrid

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
        case .begun(let begun): return continueSequence(with: key, after: begun)
        case nil: return continueSequence(with: key, after: BegunKeys())
        }
    }

    /// Handles a key after a count or the beginning of a sequence, which is mostly empty.
    private mutating func continueSequence(with key: Key, after begun: BegunKeys) -> [Effect] {
        inputMode = nil
        if key == .escape, begun != BegunKeys() { return [] }
        let contexts = overlay?.contexts ?? [.page, .panes, .everywhere]
        let isKnown = keys.command(for: key, in: contexts) != nil
        switch begun.adding(key, keys, in: contexts, isKnown: isKnown) {
        case .waits(let longer): inputMode = .begun(longer)
        case .done(let key, let count?): return perform(key, count: count)
        case .done(let key, nil): return perform(key)
        case .unknown(let key):
            notice = .refusal(keys.namingKeys("\(key.name) does nothing. Press {help} for the keys."))
        }
        return []
    }

    /// Performs a key with a count: repeats it, or goes to the line with that number. If the command ignores counts it
    /// is performed once, as in vim.
    private mutating func perform(_ key: Key, count: Int) -> [Effect] {
        let command =
            overlay.map { $0.command(for: key, in: keys) }
            ?? keys.command(for: key, in: [.page, .panes, .everywhere])
        switch command?.counted {
        case .repeats:
            var effects: [Effect] = []
            for turn in 0..<count {
                effects += perform(key)
                guard case .refusal = notice else { continue }
                // It went as far as possible.
                if turn > 0 { notice = nil }
                break
            }
            return effects
        case .goesToLine:
            scroll(.line(count - 1))
            return []
        case nil: return perform(key)
        }
    }

    /// Performs a key or a sequence of keys.
    private mutating func perform(_ key: Key) -> [Effect] {
        if overlay != nil {
            // As on the page, search highlighting is cleared first.
            return key == .escape && endSearch() ? [] : pressInOverlay(key)
        }
        guard let command = keys.command(for: key, in: [.page, .panes, .everywhere]) else {
            notice = .refusal(keys.namingKeys("\(key.name) does nothing. Press {help} for the keys."))
            return []
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
    mutating func leave() -> [Effect] {
        stopSessions() + rememberPlaces() + [.terminal(.quit)]
    }

    // MARK: Binding keys by a press

    /// Binds the pressed key to the waiting command. Esc and `^C` cancel.
    mutating func press(_ key: Key, for new: NewKey) -> [Effect] {
        inputMode = nil
        guard key != .escape, key != .control("c") else { return [] }
        return order { model throws(KeyRefusal) in
            try model.keys.order(
                key, for: new, model.settings.general.keyPreset, model.settings.general.keys)
        }
    }

    /// Restores the default keys of a command.
    mutating func orderStandardKeys(of command: Command) -> [Effect] {
        order { model throws(KeyRefusal) in
            try model.keys.orderStandardKeys(
                of: command, model.settings.general.keyPreset, model.settings.general.keys)
        }
    }

    private mutating func order(_ make: (Model) throws(KeyRefusal) -> KeyOrder) -> [Effect] {
        do throws(KeyRefusal) {
            return [.settings(.changeKeys(try make(self)))]
        } catch {
            notice = .refusal(error.words)
            return []
        }
    }
}
