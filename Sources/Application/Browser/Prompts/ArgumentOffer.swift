import Configuration
import Exchanges
import HTML
import Workbench

/// A completion of a command's argument in the `:` line.
struct ArgumentOffer: Equatable, Sendable {
    let text: String
    /// The description; empty for none.
    var detail = ""

    /// Returns those that begin with the typed text, ignoring case; if there are none, those that contain it.
    static func fitting(_ typed: String, _ offers: [ArgumentOffer]) -> [ArgumentOffer] {
        let typed = typed.lowercased()
        let begun = offers.filter { $0.text.lowercased().hasPrefix(typed) }
        return begun.isEmpty ? offers.filter { $0.text.lowercased().contains(typed) } : begun
    }

    /// Returns the completion of the typed text: the common prefix of all matches if that is longer, or the only match.
    /// Nil if nothing matches; the same text if nothing can be added.
    static func completed(_ typed: String, by offers: [ArgumentOffer]) -> String? {
        let fitting = fitting(typed, offers).map(\.text)
        guard !fitting.isEmpty else { return nil }
        let common = String.commonBeginning(of: fitting)
        return common.count > typed.count || fitting.count == 1 ? common : typed
    }

    // The completions of each kind.

    static func themes(_ model: Model) -> [ArgumentOffer] {
        Theme.builtIn.map { theme in
            ArgumentOffer(text: theme.name, detail: theme.name == model.screen.theme.name ? "in use" : "")
        }
    }

    static func layouts(_ model: Model) -> [ArgumentOffer] {
        LayoutPreset.allCases.map { ArgumentOffer(text: $0.rawValue) }
    }

    /// The pages of the history, the latest first.
    static func addresses(_ model: Model) -> [ArgumentOffer] {
        var seen: Set<String> = []
        return model.completions.map { page in
            ArgumentOffer(text: page.url.withoutCredentials.href, detail: page.title)
        }
        .filter { seen.insert($0.text).inserted }
    }

    /// The accounts that were found on the disk, and those of this run.
    static func accounts(_ model: Model) -> [ArgumentOffer] {
        let found = if case .command(let line) = model.prompt { line.accounts ?? [] } else { [String]() }
        let names = Set(found + model.parked.keys + [model.account.name]).filter { !$0.isEmpty }
        return names.sorted().map {
            ArgumentOffer(text: $0, detail: $0 == model.account.name ? "in use" : "")
        }
    }

    static func encodings(_ model: Model) -> [ArgumentOffer] {
        [ArgumentOffer(text: ChosenEncoding.automaticName, detail: "as declared by the page")]
            + CharacterEncoding.allCases.map { ArgumentOffer(text: $0.name) }
    }

    /// The scopes of data to delete.
    static func forgettable(_ model: Model) -> [ArgumentOffer] {
        [
            ArgumentOffer(text: "page", detail: "the page on the screen"),
            ArgumentOffer(text: "site", detail: "all pages of its site, and their cookies"),
            ArgumentOffer(text: "hour", detail: "what was stored in the last hour"),
            ArgumentOffer(text: "all", detail: "everything of this account"),
        ]
    }

    static func methods(_ model: Model) -> [ArgumentOffer] {
        Model.knownMethods.map { ArgumentOffer(text: $0) }
    }

    /// The tabs by their numbers.
    static func tabs(_ model: Model) -> [ArgumentOffer] {
        model.account.tabs.indices.map { ArgumentOffer(text: "\($0 + 1)") }
    }

    static func commands(_ model: Model) -> [ArgumentOffer] {
        model.settings.general[Settings.commands].map { ArgumentOffer(text: $0.name) }
    }

    /// The names of settings; after a name, the values of the setting.
    static func settings(_ model: Model) -> [ArgumentOffer] {
        let typed = if case .command(let line) = model.prompt { line.argument ?? "" } else { "" }
        if let setting = Settings.table.first(where: { typed.hasPrefix($0.name + " ") }) {
            return setting.usualWords.map { ArgumentOffer(text: setting.name + " " + $0) }
        }
        return Settings.table.map { ArgumentOffer(text: $0.name, detail: $0.summary) }
    }

    static func intervals(_ model: Model) -> [ArgumentOffer] {
        ["5s", "30s", "1m", "5m", "1h"].map { ArgumentOffer(text: $0) }
    }

    /// The faults that the server in front offers, else those of own sessions.
    static func faults(_ model: Model) -> [ArgumentOffer] {
        let own = ResponseFault.table.filter { !$0.needsServer }.map(\.name)
        let names = !model.isAboutServer ? own : model.account.traffic?.control.faults ?? []
        return names.map { ArgumentOffer(text: $0, detail: ResponseFault.named($0)?.meaning ?? "") }
    }

    static func rates(_ model: Model) -> [ArgumentOffer] {
        Impairment.Rate.named.map {
            ArgumentOffer(text: $0.name, detail: "\($0.bytesPerSecond.byteText) per second")
        }
            + [ArgumentOffer(text: "50K", detail: "50 KB per second; any other number")]
    }

    static func delays(_ model: Model) -> [ArgumentOffer] {
        ["300ms", "2s", "30s"].map { ArgumentOffer(text: $0, detail: "before each request") }
    }

    /// Returns completions for the last word of a filter of the traffic.
    static func trafficTerms(_ model: Model) -> [ArgumentOffer] { terms(model, for: .selection) }

    /// Returns completions for the last word of a filter of what to intercept.
    static func interceptionTerms(_ model: Model) -> [ArgumentOffer] {
        terms(model, for: .interception) + [ArgumentOffer(text: "off", detail: "intercept nothing")]
    }

    private static func terms(_ model: Model, for use: ExchangeFilter.Use) -> [ArgumentOffer] {
        guard case .command(let line) = model.prompt else { return [] }
        // A space at the end begins another word.
        let named = line.editor.text.drop { $0 == " " }
        let typed: Substring = named[(named.firstIndex(of: " ") ?? named.endIndex)...].drop { $0 == " " }
        return ExchangeFilter.completions(of: String(typed), for: use).map {
            ArgumentOffer(text: $0.text, detail: $0.help)
        }
    }
}
