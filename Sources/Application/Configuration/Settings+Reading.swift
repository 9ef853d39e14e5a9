import SonicProtocol

extension Settings {
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
        guard general.requestHeaders.contains(where: secrets.contains) else { return }
        general.requestHeaders.removeAll(where: secrets.contains)
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
                Section(pattern: pattern, position: section.position, assignments: assignments))
        }
    }

    /// Returns the assignment of a member; nil if it is invalid, after adding a problem.
    private static func assignment(
        _ member: JSONNode.Member, in scope: Setting.Scope, _ problems: inout [TextProblem]
    ) -> Assignment? {
        let name = formerNames[member.name] ?? member.name
        guard let row = Setting.table.firstIndex(where: { $0.name == name }) else {
            problems.append(TextProblem(member.position, unknown(name, in: scope)))
            return nil
        }
        if name != member.name {
            let words = "“\(member.name)” is read as “\(name)”, its name from now on."
            problems.append(TextProblem(member.position, words))
        }
        let setting = Setting.table[row]
        switch (scope, setting.scope) {
        case (.program, _), (.everywhere, _), (.page, .page): break
        case (.page, .program), (.page, .everywhere):
            problems.append(
                TextProblem(
                    member.position,
                    "“\(setting.name)” applies to all sites; set it outside “\(sitesName)”."))
            return nil
        }
        do throws(Mismatch) {
            return Assignment(
                row: row, position: member.position, change: try setting.read(member.node, scope))
        } catch {
            let words = "“\(setting.name)” takes \(setting.takes), not \(member.node.kindWords)."
            problems.append(TextProblem(error.position, error.message ?? words))
            return nil
        }
    }

    /// Returns the error for an unknown setting, with the most similar name.
    static func unknown(_ name: String, in scope: Setting.Scope) -> String {
        let message = "Unknown setting “\(name)”"
        let names = Setting.table.map(\.name) + (scope == .program ? [sitesName] : [])
        guard let nearest = formerNames[name] ?? otherNames[name] ?? NearestName.among(names, to: name) else {
            return message + "; sonic config --defaults lists all."
        }
        return message + ". Did you mean “\(nearest)”?"
    }
}
