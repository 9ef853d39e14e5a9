import BrowserValues
import CellGrid
import Configuration
import SonicProtocol

extension Effect {
    /// Choices of the reader that persist across runs. They have no reports.
    public enum Preferences: Sendable, Equatable {
        /// Save the layout of the panes.
        case saveArrangement(LayoutPreset)
        /// Save the theme with this name.
        case saveTheme(String)
        /// Save the origins of the sites whose style sheets the reader disabled.
        case saveUnstyledSites(Set<String>)
        /// Save the origins of the sites whose style sheets the reader enabled, against the configuration.
        case saveStyledSites(Set<String>)
    }

    /// Effects of the reader's configuration.
    public enum Settings: Sendable, Equatable {
        /// Read the text of the configuration file: `Report.read`.
        case read
        /// Write this text to the configuration file and parse it: `Report.written`.
        case write(String)
        /// Show the value of a setting, for the page at this address if there is one: `Report.shown`.
        case show(String, at: WebURL?)
        /// Change a setting to a value as typed: `Report.shown`, or `Report.refused`.
        case change(name: String, value: String, lasting: Lasting)
        /// Write key bindings of commands to the file: `Report.changed` and `Report.shown`, or `Report.refused`.
        case changeKeys(KeyOrder)

        /// How long a value is in effect.
        public enum Lasting: Equatable, Sendable {
            /// Until the program ends.
            case thisRun
            /// It is written to the configuration file.
            case file
        }

        /// The results of these effects.
        public enum Report: Sendable {
            /// The settings now in effect, with a warning about an error in them.
            case changed(BrowserSettings, keys: KeyTable, warning: String?)
            /// The text of the configuration file.
            case read(String)
            /// The file was written; it has these errors, each with its position.
            case written(mistakes: [String])
            /// The value of a setting, as a sentence.
            case shown(String)
            /// A setting cannot be changed, for this reason.
            case refused(String)
        }
    }
}

extension Effect.Settings.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .changed(let settings, let keys, let warning):
            model.configure(settings, keys)
            if let warning { model.notice = .failure(warning) }
        case .read(let text):
            let order = EditOrder(purpose: .settings, text: text, fileName: "config.json5")
            return [.programs(.edit(order))]
        case .written(let mistakes): model.report(mistakes: mistakes)
        case .shown(let words): model.notice = .news(VisibleText.line(words))
        case .refused(let words): model.notice = .failure(VisibleText.line(words))
        }
        return []
    }
}
