import Browser
import Configuration

// Texts in the user's editor, while sessions continue.
extension BrowserLoop {
    /// Hands the terminal to an editor until the editor ends.
    func edit(_ order: EditOrder) {
        let refusal: EditRefusal
        if editing != nil || viewing != nil {
            refusal = .notStarted("another program is using the terminal")
        } else if let editor = TextEditor(world.environment) {
            terminal.release()
            do throws(EditFolder.Failure) {
                let running = try editor.start(order)
                editing = running
                run { [self] in
                    let edit = await running.edit.value
                    editing = nil
                    terminal.reclaim()
                    receive(.terminal(.resized(terminal.size)))
                    receive(.found(.programs(.edited(edit, for: order.purpose))))
                }
                return
            } catch {
                terminal.reclaim()
                refusal = .notStarted(error.reason)
            }
        } else {
            refusal = .noEditor
        }
        receive(.found(.programs(.edited(.refused(refusal), for: order.purpose))))
    }

    func configure(_ effect: Effect.Settings) {
        do {
            handle(.settings(try report(of: effect)))
        } catch let failure as CommandFailure {
            handle(.settings(.refused(failure.message)))
        } catch let mistake as SettingChange.Mistake {
            handle(.settings(.refused(mistake.words)))
        } catch {
            handle(.settings(.refused("\(error)")))
        }
    }

    /// Reads, writes or changes the settings; returns the result.
    private func report(of effect: Effect.Settings) throws -> Effect.Settings.Report {
        switch effect {
        case .read: return .read(try world.file.text() ?? SettingsText.defaults)
        case .write(let text):
            try world.file.write(text)
            refresh()
            return .written(mistakes: world.file.mistakes.map(\.line))
        case .show(let name, let url): return .shown(try world.file.settings.line(name, for: url))
        case .change(let name, let value, let lasting):
            let change = try SettingChange(name, to: value)
            switch lasting {
            case .thisRun:
                try world.apply(change)
                handle(.settings(.changed(world.settings, keys: world.file.keys, warning: nil)))
                let line = try world.file.settings.line(name, for: nil)
                let isSeen =
                    change.setting.scope != .program || ["theme", "arrangement"].contains(name)
                return .shown(isSeen ? line : "\(line); this applies at the start: save it with set!")
            case .file:
                try world.file.save(change)
                refresh()
                return .shown("Saved: \(try world.file.settings.line(name, for: nil))")
            }
        case .changeKeys(let order):
            try world.file.save(order.changes)
            refresh()
            return .shown("Saved: \(order.words)")
        }
    }

    /// Ends the editor that uses the terminal, if there is one.
    func stopEditing() async {
        editing?.stop()
        // The result does not matter, but its file must be removed.
        _ = await editing?.edit.value
    }
}
