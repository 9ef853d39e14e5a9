import CellGrid

// The inspector: opening it, and what its keys do.
extension Model {
    /// Takes the session of the tab in front apart, or shows another view of it.
    mutating func inspect(_ view: InspectorView) {
        if case .inspector(var inspector) = sheet {
            // What opened it closes it again.
            guard inspector.view != view else { return sheet = nil }
            inspector.show(view)
            return sheet = .inspector(inspector)
        }
        guard let visit else { return }
        sheet = .inspector(Inspector(visit, view))
    }

    /// Whether the inspector shows a session that the tab has left for a newer one.
    var isInspectingEarlier: Bool {
        guard let inspector, let visit else { return false }
        return inspector.visit.opening.visit != visit.opening.visit
    }

    /// Shows the same of the newest session of the tab.
    mutating func inspectNewest() {
        guard let visit else { return }
        turnInspector { $0.turn(to: visit) }
    }

    /// The words in the border of the sheet.
    var overlayTitle: String {
        guard isInspectingEarlier else { return sheet?.title ?? "" }
        return keys.namingKeys("Inspector: an earlier session, {newest-session} shows the newest")
    }

    /// The command of a key in the inspector: the keys that open one of its views from the panes lead there too.
    func commandInInspector(_ key: Key) -> Command? {
        if let command = keys.command(for: key, in: [.inspector, .sheet, .everywhere]) { return command }
        let command = keys.command(for: key, in: [.panes])
        return command == .inspectHeaders || command == .inspectBody ? command : nil
    }

    /// The inspector; nil where none is shown.
    var inspector: Inspector? {
        if case .inspector(let inspector) = sheet { inspector } else { nil }
    }

    /// Does what a key of the inspector says.
    mutating func turnInspector(_ turn: (inout Inspector) -> Void) {
        guard case .inspector(var inspector) = sheet else { return }
        sheet = nil
        turn(&inspector)
        sheet = .inspector(inspector)
    }

    /// Shows the view with a number.
    mutating func showView(_ number: Int) {
        if let view = InspectorView(rawValue: number) { turnInspector { $0.show(view) } }
    }

    /// Brings the inspector into line with its session and the screen.
    mutating func settle(_ inspector: inout Inspector) {
        if let visit { inspector.follow(visit) }
        let means = Inspector.Means(
            charsets: setup.charsets, chosen: encoding(of: inspector.visit.opening.url), hashes: setup.hashes,
            secrets: shownSecrets,
            revealingKey: keys.keyName(of: .toggleSecrets))
        inspector.settle(in: overlayArea, means)
    }
}
