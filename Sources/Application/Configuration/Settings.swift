import SonicProtocol

/// The content of a configuration file: global settings, and sections for sites.
///
/// Later lines win over earlier ones: the sections that match an address are applied over the global settings
/// in the order of the file.
public struct Settings: Sendable {
    /// A section for the addresses that match its pattern.
    typealias Section = (pattern: SitePattern, position: TextPosition, assignments: [Assignment])

    /// The global assignments.
    var assignments: [Assignment] = []
    /// The sections in the order of the file.
    var sections: [Section] = []
    /// The global choices, computed once.
    package internal(set) var general = Choices()

    /// Creates the defaults, as without a file.
    public init() {}

    /// Returns the choices for an address. Linear in the sections and the address.
    package func choices(for url: WebURL) -> Choices {
        var choices = general
        for section in sections where section.pattern.fits(url) {
            for assignment in section.assignments { assignment.change(&choices) }
        }
        return choices
    }

    /// Whether an address may have choices other than the global ones.
    public var hasSites: Bool { !sections.isEmpty }

    /// The settings in the file, those outside `sites` first.
    public var written: [WrittenSetting] {
        (assignments + sections.flatMap(\.assignments)).map { assignment in
            var choices = Choices()
            assignment.change(&choices)
            return WrittenSetting(
                name: assignment.setting.name, position: assignment.position, choices: choices)
        }
    }

    /// Returns every setting with its value for an address, or globally for nil, and with the last line that set it.
    public func inForce(for url: WebURL? = nil) -> [EffectiveSetting] {
        let choices = url.map { self.choices(for: $0) } ?? general
        var origins: [String: EffectiveSetting.Origin] = [:]
        for assignment in assignments { origins[assignment.setting.name] = .general(assignment.position) }
        for section in sections where url.map(section.pattern.fits) ?? false {
            for assignment in section.assignments {
                origins[assignment.setting.name] = .site(section.pattern.text, assignment.position)
            }
        }
        return Settings.table.map { setting in
            EffectiveSetting(
                setting: setting, value: setting.written(choices), origin: origins[setting.name] ?? .standard)
        }
    }

    /// The name of the member with the sections.
    static let sitesName = "sites"

    /// Parses a configuration file (JSON5). It accepts any input and is linear in the file. Invalid values are
    /// ignored, so that the default or an outer section applies instead, and everything else is used.
    ///
    /// - Parameter domainToASCII: The conversion of non-ASCII host names in patterns; nil rejects them.
    /// - Returns: The settings and all errors, in the order of the file.
    public static func read(
        _ bytes: [UInt8], domainToASCII: WebURL.DomainToASCII? = nil
    ) -> (settings: Settings, problems: [TextProblem]) {
        var settings = Settings()
        // An empty file is valid.
        guard bytes.contains(where: { $0 > 0x20 }) else { return (settings, []) }
        var (node, problems) = JSONNode.read(bytes)
        if let node {
            if let members = node.members {
                settings.read(members, domainToASCII, &problems)
            } else {
                problems.append(node.problem("Expected settings in { … }, not \(node.kindWords)."))
            }
        }
        for assignment in settings.assignments { assignment.change(&settings.general) }
        settings.withholdSecrets(node, &problems)
        return (settings, problems.sorted { $0.position < $1.position })
    }

    /// Removes the headers for all sites that `secret-headers` names, since that setting may follow them.
    private mutating func withholdSecrets(_ node: JSONNode?, _ problems: inout [TextProblem]) {
        let secrets = general.secrets
        guard general[Settings.requestHeaders].contains(where: secrets.contains) else { return }
        general[Settings.requestHeaders].removeAll(where: secrets.contains)
        for member in node?["request-headers"]?.members ?? []
        where secrets.contains(HeaderField(member.name, "")) {
            problems.append(TextProblem(member.node.position, SettingKind.sharedSecret(member.name)))
        }
    }

    private mutating func read(
        _ members: [JSONNode.Member], _ domainToASCII: WebURL.DomainToASCII?,
        _ problems: inout [TextProblem]
    ) {
        for member in members where member.name != Self.sitesName {
            if let assignment = Self.assignment(member, in: .program, &problems) {
                assignments.append(assignment)
            }
        }
        guard let sites = members.first(where: { $0.name == Self.sitesName })?.node else { return }
        guard let sections = sites.members else {
            problems.append(
                sites.problem(
                    "“sites” takes sections as { \"example.org\": { … } }, not \(sites.kindWords)."))
            return
        }
        for section in sections {
            let pattern: SitePattern
            do throws(SitePattern.Failure) {
                pattern = try SitePattern(section.name, domainToASCII: domainToASCII)
            } catch {
                problems.append(TextProblem(section.position, error.sentence(section.name)))
                continue
            }
            guard let members = section.node.members else {
                problems.append(
                    section.node.problem("A site takes settings in { … }, not \(section.node.kindWords)."))
                continue
            }
            let assignments = members.compactMap { Self.assignment($0, in: .page, &problems) }
            self.sections.append(
                (pattern, section.position, assignments))
        }
    }

    /// Returns the assignment of a member; nil if it is invalid, after adding a problem.
    private static func assignment(
        _ member: JSONNode.Member, in scope: SettingScope, _ problems: inout [TextProblem]
    ) -> Assignment? {
        let name = formerNames[member.name] ?? member.name
        guard let setting = Settings.table.first(where: { $0.name == name }) else {
            problems.append(TextProblem(member.position, unknown(name, in: scope)))
            return nil
        }
        if name != member.name {
            let words = "“\(member.name)” is read as “\(name)”, its name from now on."
            problems.append(TextProblem(member.position, words))
        }
        guard scope != .page || setting.scope == .page else {
            problems.append(
                TextProblem(
                    member.position,
                    "“\(setting.name)” applies to all sites; set it outside “\(sitesName)”."))
            return nil
        }
        do throws(Mismatch) {
            return (setting, member.position, try setting.read(member.node, in: scope))
        } catch {
            let words = "“\(setting.name)” takes \(setting.takes), not \(member.node.kindWords)."
            problems.append(TextProblem(error.position, error.message ?? words))
            return nil
        }
    }

    /// Returns the error for an unknown setting, with the most similar name.
    static func unknown(_ name: String, in scope: SettingScope) -> String {
        let message = "Unknown setting “\(name)”"
        let names = Settings.table.map(\.name) + (scope == .program ? [sitesName] : [])
        guard let nearest = formerNames[name] ?? otherNames[name] ?? NearestName.among(names, to: name) else {
            return message + "; sonic config --defaults lists all."
        }
        return message + ". Did you mean “\(nearest)”?"
    }

    /// Common other names of settings, with the names used here.
    static let otherNames = [
        "layout": "arrangement", "color": "theme", "colors": "theme", "colour": "theme",
        "colorscheme": "theme",
        "charset": "encoding", "timeout": "max-time",
    ]

    /// Former names of settings, with the settings as which they are read. A row stays for one release.
    static let formerNames = [
        "resolving-timeout": "connect-timeout", "connecting-timeout": "connect-timeout",
        "securing-timeout": "connect-timeout", "waiting-timeout": "silence-timeout",
    ]

    /// Sets a value that overrides the file.
    public mutating func apply(_ change: SettingChange) {
        assignments += change.assignments
        for assignment in change.assignments { assignment.change(&general) }
    }

    /// Returns a line with the value of a setting and its origin.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - url: The address of the page; nil for all sites.
    public func line(_ name: String, for url: WebURL?) throws(SettingChange.Mistake) -> String {
        guard let setting = inForce(for: url).first(where: { $0.setting.name == name }) else {
            throw SettingChange.Mistake(words: Self.unknown(name, in: .page))
        }
        let origin =
            switch setting.origin {
            case .standard: "default"
            case .general: "set"
            case .site(let pattern, _): "set for \(pattern)"
            }
        return "\(name): \(SettingsText.value(setting.value)) (\(origin); takes \(setting.setting.takes))"
    }
}

/// An effective setting and its origin.
public struct EffectiveSetting: Sendable {
    /// The setting.
    package let setting: any Setting
    /// Its value as JSON.
    public let value: JSONValue
    /// The origin of the value.
    public let origin: Origin

    /// The origin of a value.
    public enum Origin: Sendable, Equatable {
        /// The default.
        case standard
        /// The file, outside `sites`, at this position.
        case general(TextPosition)
        /// The section with this pattern, at this position.
        case site(String, TextPosition)
    }
}

/// A setting in a file, outside `sites` or in a section.
public struct WrittenSetting: Sendable {
    /// Its name.
    public let name: String
    /// The position of its name.
    public let position: TextPosition
    /// The defaults with only this setting as in the file.
    package let choices: Choices
}
