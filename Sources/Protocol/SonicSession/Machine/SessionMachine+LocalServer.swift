import SonicProtocol

// The server's part of Sonic, performed here for a page whose server does not
// (docs/reference/protocol.md#local-server).
extension SessionMachine {
    /// Determines the outcome of an HTML page without Sonic headers as VasSonic would name it, from hashes computed
    /// here.
    mutating func comparedHere(
        _ attempt: Attempt, _ answer: Answer, _ page: WholePage, _ version: PageVersion, _ now: Instant
    ) -> [Effect] {
        let shown = ShownPage(version, page.split)
        guard let base = attempt.base else {
            let result = ledger.result(
                attempt, .firstLoad, reason: .firstHere(attempt, page), head: answer.head)
            return [.notify(.pageReplaced(shown))]
                + write(attempt, answer, keeping: .commit(version), result, now)
        }
        let (outcome, event) = Self.verdict(page, shown, base, isOnScreen: attempt.stored != nil)
        var result = ledger.result(
            attempt, outcome, reason: .comparedHere(attempt, base, page), head: answer.head,
            by: .client)
        if outcome == .dataUpdate { result.changedBlocks = page.changes?.map(\.name) ?? [] }
        var work = StoreWork.commit(version)
        // A page that was Sonic is stored as a new version: its tags must not be sent any more.
        if outcome == .allCached, let stored = attempt.stored, !stored.version.isSonic,
            !stored.version.isEdited
        {
            work = .renew(number: stored.number, headers: version.headers, checked: now)
        }
        return [event].compactMap { $0 } + write(attempt, answer, keeping: work, result, now)
    }

    /// Returns the outcome for a page, and the event for the screen; nil if the screen already shows the page.
    private static func verdict(
        _ page: WholePage, _ shown: ShownPage, _ base: StoredPage, isOnScreen: Bool
    ) -> (Outcome, Effect?) {
        if page.sha1 == base.version.sha1 {
            return (.allCached, isOnScreen ? nil : .notify(.pageReplaced(shown)))
        }
        guard let changes = page.changes else { return (.templateChange, .notify(.pageReplaced(shown))) }
        // Blocks are patched in the page that they were compared with, so it must be the one on the screen.
        return (
            .dataUpdate, .notify(isOnScreen ? .blocksUpdated(shown, changes: changes) : .pageReplaced(shown))
        )
    }
}
