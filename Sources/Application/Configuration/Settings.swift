import SonicProtocol

/// The content of a configuration file: global settings, and sections for sites.
///
/// Later lines win over earlier ones: the sections that match an address are applied over the global settings
/// in the order of the file.
public struct Settings: Sendable {
    /// A section for the addresses that match its pattern.
    struct Section: Sendable {
        let pattern: SitePattern
        let position: TextPosition
        let assignments: [Assignment]
    }

    /// The global assignments.
    var assignments: [Assignment] = []
    /// The sections in the order of the file.
    var sections: [Section] = []
    /// The global choices, computed once.
    public internal(set) var general = Choices()

    /// Creates the defaults, as without a file.
    public init() {}

    /// Returns the choices for an address. Linear in the sections and the address.
    public func choices(for url: WebURL) -> Choices {
        var choices = general
        for section in sections where section.pattern.fits(url) {
            for assignment in section.assignments { assignment.change(&choices) }
        }
        return choices
    }

    /// Whether an address may have choices other than the global ones.
    public var hasSites: Bool { !sections.isEmpty }
}

/// An effective setting and its origin.
public struct EffectiveSetting: Sendable {
    /// The setting.
    public let setting: Setting
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
    public let choices: Choices
}

extension Settings {
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
