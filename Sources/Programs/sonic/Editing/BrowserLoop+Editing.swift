import Browser
import Configuration

// Texts in the reader's editor, while sessions go on.
extension BrowserLoop {
    /// Lends the terminal to an editor until that ends.
    func edit(_ order: EditOrder) {
        let refusal: EditRefusal
        if editing != nil || viewing != nil {
            refusal = .notStarted("another program has the terminal")
        } else if let editor = TextEditor(world.environment) {
            terminal.lend()
            do throws(EditFolder.Failure) {
                let running = try editor.start(order)
                editing = running
                run { [self] in
                    let edit = await running.edit.value
                    editing = nil
                    terminal.takeBack()
                    receive(.terminal(.resized(terminal.size)))
                    receive(.found(.programs(.edited(edit, for: order.purpose))))
                }
                return
            } catch {
                terminal.takeBack()
                refusal = .notStarted(error.reason)
            }
        } else {
            refusal = .noEditor
        }
        receive(.found(.programs(.edited(.refused(refusal), for: order.purpose))))
    }

    func apply(_ effect: Effect.Preferences) {
        switch effect {
        case .saveTabs(let tabs): save(tabs)
        case .saveArrangement, .saveTheme, .saveUnstyledSites, .saveStyledSites: preferences.perform(effect)
        case .readSettings, .writeSettings, .showSetting, .changeSetting:
            do {
                if let report = try settings(effect) { handle(.preferences(report)) }
            } catch let failure as ConfigurationFile.Failure {
                handle(.preferences(.settingRefused(failure.words)))
            } catch let mistake as SettingChange.Mistake {
                handle(.preferences(.settingRefused(mistake.words)))
            } catch {
                handle(.preferences(.settingRefused("\(error)")))
            }
        }
    }

    /// Reads, writes or changes the settings; what became of that.
    private func settings(_ effect: Effect.Preferences) throws -> Effect.Preferences.Report? {
        switch effect {
        case .saveTabs, .saveArrangement, .saveTheme, .saveUnstyledSites, .saveStyledSites: return nil
        case .readSettings: return .settingsRead(try world.file.text() ?? SettingsText.defaults)
        case .writeSettings(let text):
            try world.file.write(text)
            refresh()
            return .settingsWritten(mistakes: world.file.mistakes.map(\.line))
        case .showSetting(let name, let url):
            return .settingTold(try world.file.settings.line(name, for: url))
        case .changeSetting(let order):
            let change = try SettingChange(order.name, to: order.value)
            switch order.lasting {
            case .thisRun:
                world.apply(change)
                handle(.preferences(.configured(world.settings, warning: nil)))
                let line = try world.file.settings.line(order.name, for: nil)
                let isSeen =
                    change.setting.scope != .program || ["theme", "arrangement"].contains(order.name)
                return .settingTold(isSeen ? line : "\(line); this counts at the start: save it with set!")
            case .file:
                guard let text = change.written(in: try world.file.text() ?? "") else {
                    return .settingRefused("The configuration file has mistakes: edit it with :config.")
                }
                try world.file.write(text)
                refresh()
                return .settingTold("Saved: \(try world.file.settings.line(order.name, for: nil))")
            }
        }
    }

    /// Ends the editor that has the terminal, if one has.
    func stopEditing() async {
        editing?.stop()
        // What comes of it does not matter, but that its file is removed does.
        _ = await editing?.edit.value
    }
}
