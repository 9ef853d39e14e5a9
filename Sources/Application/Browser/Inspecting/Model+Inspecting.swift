import CellGrid

// The inspector: opening it, and its keys.
extension Model {
    /// Opens the inspector for the session of the tab in front, or switches its view.
    mutating func inspect(_ view: InspectorView) {
        if var inspector {
            // The key that opened it also closes it.
            guard inspector.view != view else { return overlay = nil }
            inspector.show(view)
            return overlay = inspector
        }
        guard let subject else { return }
        overlay = Inspector(subject, view)
    }

    /// Whether the inspector shows a session that is no longer the tab's newest.
    var isInspectingEarlier: Bool {
        // Exchanges of the traffic are not sessions of the tab.
        guard let inspector, inspector.visit.opening.visit > 0, let visit else { return false }
        return inspector.visit.opening.visit != visit.opening.visit
    }

    /// Shows the view with a number.
    mutating func showView(_ number: Int) {
        if let view = InspectorView(rawValue: number) { turnInspector { $0.show(view) } }
    }

    /// Shows the same view of the tab's newest session.
    mutating func inspectNewest() {
        guard let visit else { return }
        turnInspector { $0.turn(to: visit) }
    }

    /// The title in the border of the overlay.
    var overlayTitle: String {
        guard isInspectingEarlier else { return overlay?.title ?? "" }
        return keys.namingKeys("Inspector: an earlier session, {newest-session} shows the newest")
    }

    /// The inspector; nil if it is not open.
    var inspector: Inspector? { overlay as? Inspector }

    /// Performs a change of the inspector.
    mutating func turnInspector(_ turn: (inout Inspector) -> Void) {
        guard var inspector else { return }
        overlay = nil
        turn(&inspector)
        overlay = inspector
    }
}

extension Inspector: Overlay {
    var title: String { "Inspector" }

    var hints: [Command] {
        [
            .closeOverlay, .nextView, .nextForm, .newestSession, .nextRequest, .previousRequest, .nextBlock,
            .previousBlock, .search, .lineDown, .pageDown, .toEnd, .quitAtOnce,
        ]
    }

    var contexts: [KeyTable.Context] { [.inspector, .overlay, .everywhere] }

    func command(for key: Key, in keys: KeyTable) -> Command? {
        if let command = keys.command(for: key, in: contexts) { return command }
        // The keys that open one of its views from the panes work here too.
        let command = keys.command(for: key, in: [.panes])
        return command == .inspectHeaders || command == .inspectBody
            ? command : commandThatCloses(key, in: keys)
    }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard let act = command?.digitAction, let number = key.number else { return .passes(command) }
        return .stays(act(&model, number))
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        if let visit = model.visit { follow(visit) }
        let means = Means(
            charsets: model.setup.environment.charsets, chosen: model.encoding(of: visit.opening.url),
            hashes: model.setup.hashes, secrets: model.shownSecrets,
            revealingKey: model.keys.keyName(of: .toggleSecrets))
        settle(in: area, means)
        return true
    }

    func draw(in area: Rect, on screen: inout Screen) {
        screen.draw(self, in: area)
        screen.drawOverlayFigures(figures(height: height(in: area)))
    }

    func isAtEnd(height: Int) -> Bool { top + height >= rowCount && isWhole }

    mutating func scrollToEnd(height: Int) { scrollToEnd() }

    var searched: (any Searchable)? { self }
}
