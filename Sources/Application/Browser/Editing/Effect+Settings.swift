import CellGrid
import Configuration
import SonicProtocol

extension Effect {
    /// What the reader chose, which is to count from one start to the next. Nothing comes back of it.
    public enum Preferences: Sendable, Equatable {
        /// Remember the arrangement of panes.
        case saveArrangement(LayoutPreset)
        /// Remember the theme of this name.
        case saveTheme(String)
        /// Remember the sites whose style sheets are not wanted, by their origins.
        case saveUnstyledSites(Set<String>)
        /// Remember the sites whose style sheets are wanted against the configuration.
        case saveStyledSites(Set<String>)
    }

    /// What is done with the reader's configuration.
    public enum Settings: Sendable, Equatable {
        /// Tell the text of the configuration file: `Report.read`.
        case read
        /// Write this into the configuration file and read it: `Report.written`.
        case write(String)
        /// Tell what a setting is, for the page at this address where there is one: `Report.shown`.
        case show(String, at: WebURL?)
        /// Give a setting a value: `Report.shown`, or `Report.refused`.
        case change(SettingOrder)
        /// Write keys of commands into the file: `Report.changed` and `Report.shown`, or `Report.refused`.
        case changeKeys(KeyOrder)

        /// What became of the configuration.
        public enum Report: Sendable {
            /// These settings count from now on; the warning tells a mistake in them.
            case changed(BrowserSettings, warning: String?)
            /// This is the text of the configuration file.
            case read(String)
            /// The file was written; these are its mistakes, each with its place.
            case written(mistakes: [String])
            /// This is a setting now, in a sentence.
            case shown(String)
            /// A setting cannot be changed, for this reason.
            case refused(String)
        }
    }
}

extension Effect.Settings.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .changed(let settings, let warning):
            model.configure(settings)
            if let warning { model.notice = .failure(warning) }
        case .read(let text): return [.programs(.edit(EditOrder(settings: text)))]
        case .written(let mistakes): model.report(mistakes: mistakes)
        case .shown(let words): model.notice = .news(VisibleText.line(words))
        case .refused(let words): model.notice = .failure(VisibleText.line(words))
        }
        return []
    }
}
