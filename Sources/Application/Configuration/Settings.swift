import SonicProtocol

/// What a configuration file says: settings for everything, and sections for sites.
///
/// A later line wins over an earlier one: the sections that fit an address are laid over the global settings in
/// the order of the file.
public struct Settings: Sendable {
    /// A section for the addresses that fit its pattern.
    struct Section: Sendable {
        let pattern: SitePattern
        let position: TextPosition
        let assignments: [Assignment]
    }

    /// What counts everywhere.
    var assignments: [Assignment] = []
    /// The sections in the order of the file.
    var sections: [Section] = []
    /// The global choices, made once.
    public internal(set) var general = Choices()

    /// The defaults, as without a file.
    public init() {}

    /// What counts for an address. Linear in the sections and the address.
    public func choices(for url: WebURL) -> Choices {
        var choices = general
        for section in sections where section.pattern.fits(url) {
            for assignment in section.assignments { assignment.change(&choices) }
        }
        return choices
    }

    /// Whether an address may have other choices than the global ones.
    public var hasSites: Bool { !sections.isEmpty }
}

/// A setting in force and what put it in force.
public struct EffectiveSetting: Sendable {
    /// The setting.
    public let setting: Setting
    /// Its value, as it stands in a file.
    public let value: JSONValue
    /// Who says so.
    public let origin: Origin

    /// Where a value comes from.
    public enum Origin: Sendable, Equatable {
        /// Nobody says anything.
        case standard
        /// The file, outside `sites`.
        case general(TextPosition)
        /// The section of this pattern.
        case site(String, TextPosition)
    }
}

/// A setting that a file names, outside `sites` or in a section.
public struct WrittenSetting: Sendable {
    /// Its name.
    public let name: String
    /// Where its name stands.
    public let position: TextPosition
    /// The defaults with this setting alone as the file says.
    public let choices: Choices
}

extension Settings {
    /// The settings that the file names, those outside `sites` first.
    public var written: [WrittenSetting] {
        (assignments + sections.flatMap(\.assignments)).map { assignment in
            var choices = Choices()
            assignment.change(&choices)
            return WrittenSetting(
                name: assignment.setting.name, position: assignment.position, choices: choices)
        }
    }

    /// Every setting with its value for an address, or globally for nil, and with the last line that set it.
    public func inForce(for url: WebURL? = nil) -> [EffectiveSetting] {
        let choices = url.map { self.choices(for: $0) } ?? general
        var origins: [Int: EffectiveSetting.Origin] = [:]
        for assignment in assignments { origins[assignment.row] = .general(assignment.position) }
        for section in sections where url.map(section.pattern.fits) ?? false {
            for assignment in section.assignments {
                origins[assignment.row] = .site(section.pattern.text, assignment.position)
            }
        }
        return Setting.table.enumerated().map { row, setting in
            EffectiveSetting(
                setting: setting, value: setting.written(choices), origin: origins[row] ?? .standard)
        }
    }
}
