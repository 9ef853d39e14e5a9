import Browser
import Configuration

// Texts in the user's editor, while sessions continue.
extension BrowserLoop {
    /// Hands the terminal to an editor until the editor ends.
    func edit(_ text: String, named name: String, _ reply: QueryReply<Edit>) {
        let refusal: EditRefusal
        if editing != nil || viewing != nil {
            refusal = .notStarted("another program is using the terminal")
        } else if let editor = TextEditor(world.environment) {
            terminal.release()
            do throws(CommandFailure) {
                let running = try editor.start(text, named: name)
                editing = running
                run { [self] in
                    let edit = await running.edit.value
                    editing = nil
                    terminal.reclaim()
                    receive(.event(.terminal(.resized(terminal.size))))
                    receive(.event(reply.event(edit)))
                }
                return
            } catch {
                terminal.reclaim()
                refusal = .notStarted(error.message)
            }
        } else {
            refusal = .noEditor
        }
        receive(.event(reply.event(.refused(refusal))))
    }

    /// Reads or changes the settings, and reports the result at once.
    func configure<Answer>(_ reply: QueryReply<Result<Answer, QueryRefusal>>, _ work: () throws -> Answer) {
        do {
            handle(reply.event(.success(try work())))
        } catch let failure as CommandFailure {
            handle(reply.event(.failure(QueryRefusal(failure.message))))
        } catch let mistake as SettingChange.Mistake {
            handle(reply.event(.failure(QueryRefusal(mistake.words))))
        } catch {
            handle(reply.event(.failure(QueryRefusal("\(error)"))))
        }
    }

    /// Writes the text of the configuration file, and returns its errors.
    func writeSettings(_ text: String) throws -> [String] {
        try world.file.write(text)
        refresh()
        return world.file.mistakes.map(\.line)
    }

    /// Changes a setting, and says what it is now.
    func change(_ name: String, to value: String, _ lasting: Lasting) throws -> String {
        let change = try SettingChange(name, to: value)
        switch lasting {
        case .thisRun:
            try world.apply(change)
            handle(.configured(world.settings, keys: world.file.keys, warning: nil))
            let line = try world.file.settings.line(name, for: nil)
            let isSeen = change.setting.scope != .program || ["theme", "arrangement"].contains(name)
            return isSeen ? line : "\(line); this applies at the start: save it with set!"
        case .file:
            try world.file.save(change)
            refresh()
            return "Saved: \(try world.file.settings.line(name, for: nil))"
        }
    }

    /// Writes key bindings to the configuration file, and says what was saved.
    func change(_ order: KeyOrder) throws -> String {
        try world.file.save(order.changes)
        refresh()
        return "Saved: \(order.words)"
    }
}
