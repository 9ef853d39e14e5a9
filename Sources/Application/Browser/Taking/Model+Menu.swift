import CellGrid
import Configuration
import Diagnostics

// The menus of what is taken along.
extension Model {
    /// What becomes of secrets in what is taken along now: masked, unless a menu says otherwise.
    var secrets: Secrets {
        Secrets((overlay as? Menu)?.secrets ?? .masked, in: settings.general.secrets)
    }

    /// What becomes of secrets where heads are shown.
    var shownSecrets: Secrets { Secrets(account.secretsOnScreen, in: settings.general.secrets) }

    /// Does what an entry of the menu says; where it cannot, the menu stays.
    mutating func perform(_ command: Command, as name: String) -> [Effect] {
        guard let effects = call(command, as: name) else { return [] }
        if command != .toggleSecrets, overlay is Menu { overlay = nil }
        return effects
    }

    mutating func toggleSecrets() {
        guard var menu = overlay as? Menu else {
            account.secretsOnScreen.toggle()
            notice = .news(account.secretsOnScreen.news)
            return
        }
        menu.secrets.toggle()
        overlay = menu
    }
}
