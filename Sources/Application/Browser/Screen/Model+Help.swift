import CellGrid

// The keys under `?`: choosing one, looking for it, running it.
extension Model {
    mutating func press(_ key: Key, in help: HelpList) -> [Effect] {
        // What opened the sheet closes it.
        if keys.command(for: key, in: [.panes]) == .help {
            sheet = nil
            return []
        }
        var help = help
        let command = keys.command(for: key, in: [.list])
        // There is nothing to turn on; the key that scrolls elsewhere scrolls here.
        let step = command == .toggleOption ? .optionPageDown : command
        if let step, help.list.cursor.perform(step, height: overlayArea.rows.value) {
            sheet = .help(help)
            return []
        }
        switch command {
        case .takeOptions: return run(help)
        case .findOption: prompt = .find(LineEditor(help.sought), from: 0)
        case .leaveOptions: sheet = nil
        case .some, nil:
            let words = "{take-entry} runs, {find-entry} finds, {leave-list} leaves."
            notice = .refusal(keys.namingKeys("\(key.name) does nothing here: " + words))
        }
        return []
    }

    /// Runs the key under the cursor as if it had been pressed in the panes; where it cannot be, help stays.
    private mutating func run(_ help: HelpList) -> [Effect] {
        guard let binding = help.list.chosen?.item else { return [] }
        let isCallable = keys.callable.contains { $0.command == binding.command }
        guard binding.context.isOfPanes || isCallable else {
            notice = .refusal("This key has its meaning elsewhere: \(binding.context.heading.lowercased()).")
            return []
        }
        sheet = nil
        if let effects = call(binding.command, as: binding.command.rawValue) { return effects }
        sheet = .help(help)
        return []
    }
}

// Sheets are closed by what opens them, whatever keys that has.
extension Model {
    /// The command that closes the sheet of words over the panes, where the key is one that opens such a sheet.
    func commandThatCloses(_ key: Key) -> Command? {
        let openers: [Command] = [.help, .showFacts, .showLog, .showFindings]
        guard sheet != nil, let command = keys.command(for: key, in: [.panes]), openers.contains(command)
        else { return nil }
        return .closeOverlay
    }
}
