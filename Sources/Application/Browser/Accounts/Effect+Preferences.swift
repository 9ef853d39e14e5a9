import CellGrid
import SonicProtocol

extension Effect {
    /// What is to count from one start to the next.
    public enum Preferences: Sendable, Equatable {
        /// Remember the arrangement of panes.
        case saveArrangement(LayoutPreset)
        /// Remember the theme of this name.
        case saveTheme(String)
        /// Remember these tabs.
        case saveTabs(SavedTabs)
        /// Remember the sites whose style sheets are not wanted, by their origins.
        case saveUnstyledSites(Set<String>)
        /// Remember the sites whose style sheets are wanted against the configuration.
        case saveStyledSites(Set<String>)

        /// Tell the text of the configuration file: `Report.settingsRead`.
        case readSettings
        /// Write this into the configuration file and read it: `Report.settingsWritten`.
        case writeSettings(String)
        /// Tell what a setting is, for the page at this address where there is one: `Report.settingTold`.
        case showSetting(String, at: WebURL?)
        /// Give a setting a value: `Report.settingTold`, or `Report.settingRefused`.
        case changeSetting(SettingOrder)

        /// What was remembered or written down.
        public enum Report: Sendable {
            /// These tabs were open when the program ended.
            case tabsRestored(SavedTabs)
            /// The configuration changed; the warning tells a mistake in it.
            case configured(BrowserSettings, warning: String?)
            /// This is the text of the configuration file.
            case settingsRead(String)
            /// The file was written; these are its mistakes, each with its place.
            case settingsWritten(mistakes: [String])
            /// This is a setting now, in a sentence.
            case settingTold(String)
            /// A setting cannot be changed, for this reason.
            case settingRefused(String)
        }
    }
}

extension Effect.Preferences.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .tabsRestored(let saved): return model.restore(saved)
        case .configured(let settings, let warning):
            model.configure(settings)
            if let warning { model.notice = .failure(warning) }
        case .settingsRead(let text): return [.programs(.edit(EditOrder(settings: text)))]
        case .settingsWritten(let mistakes): model.report(mistakes: mistakes)
        case .settingTold(let words): model.notice = .news(VisibleText.line(words))
        case .settingRefused(let words): model.notice = .failure(VisibleText.line(words))
        }
        return []
    }
}
