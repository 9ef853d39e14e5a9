import CellGrid

// What keys do: the table says which command, and its row why not, or what.
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
            .delete, .backspace, .tab, .backTab, .enter, .escape, .function, .paste:
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
        case nil: break
        }
        if overlay != nil {
            // As on the page, the marks of a search go first.
            return key == .escape && endSearch() ? [] : pressInOverlay(key)
        }
        guard let command = keys.command(for: key, in: [.page, .panes, .everywhere]) else {
            notice = .refusal(keys.namingKeys("\(key.name) does nothing. Press {help} for the keys."))
            return []
        }
        // With nothing to stop, the key that stops takes the marks of a search away.
        if command == .stop, !isBusy, endSearch() { return [] }
        if let act = command.digitAction, let number = key.number { return act(&self, number) }
        return call(command, as: key.name) ?? []
    }

    /// Runs a command in the panes as its key would; where something hinders it, the reader is told what.
    /// - Parameter name: How it was called: by this key or name.
    /// - Returns: nil where it was hindered.
    mutating func call(_ command: Command, as name: String) -> [Effect]? {
        if let disabledReason = command.disabledReason(in: self) {
            notice = .refusal("\(name): \(keys.namingKeys(disabledReason.rawValue)).")
            return nil
        }
        return command.action(&self)
    }

    /// Ends the program, where files are on their way only when the reader says so.
    mutating func quit() -> [Effect] {
        guard account.downloads.runningCount > 0 else { return leave() }
        inputMode = .question(.leaveDownloads(account.downloads.runningCount))
        return []
    }

    /// Ends the program.
    mutating func leave() -> [Effect] {
        stopSessions() + rememberPlaces() + [.terminal(.quit)]
    }
}
