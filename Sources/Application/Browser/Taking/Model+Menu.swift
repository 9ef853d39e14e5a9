import CellGrid
import Diagnostics

// The menus of what is taken along.
extension Model {
    /// What becomes of secrets in what is taken along now: masked, unless a menu says otherwise.
    var secrets: Secrets {
        let handling: Secrets.Handling = if case .menu(let menu) = sheet { menu.secrets } else { .masked }
        return Secrets(handling, in: sites.secretHeaders)
    }

    /// What becomes of secrets where heads are shown.
    var shownSecrets: Secrets { Secrets(secretsOnScreen, in: sites.secretHeaders) }

    mutating func press(_ key: Key, in menu: Menu) -> [Effect] {
        var menu = menu
        let command = keys.command(for: key, in: [menu.purpose.context, .list])
        if let command, menu.cursor.perform(command, height: overlayArea.rows.value) {
            sheet = .menu(menu)
            return []
        }
        switch command {
        case .takeOptions:
            let entry = menu.entries[menu.cursor.index]
            return perform(entry.command, as: entry.keys.first?.name ?? entry.command.rawValue)
        case .leaveOptions: sheet = nil
        case .some(let command) where menu.entries.contains(where: { $0.command == command }):
            return perform(command, as: key.name)
        case .some, nil:
            notice = .refusal(
                keys.namingKeys(
                    "\(key.name) does nothing here: press one of the letters, or {leave-list} to leave."))
        }
        return []
    }

    /// Does what an entry of the menu says; where it cannot, the menu stays.
    private mutating func perform(_ command: Command, as name: String) -> [Effect] {
        guard let effects = call(command, as: name) else { return [] }
        if command != .toggleSecrets, case .menu = sheet { sheet = nil }
        return effects
    }

    mutating func toggleSecrets() {
        guard case .menu(var menu) = sheet else {
            secretsOnScreen.toggle()
            notice = .news(secretsOnScreen.news)
            return
        }
        menu.secrets.toggle()
        sheet = .menu(menu)
    }
}
