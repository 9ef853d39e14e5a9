import SonicProtocol
import SonicSession

// Forgetting pages, sites, the last hour or everything.
extension Model {
    /// Has what a word names forgotten; everything only when the reader says so once more.
    mutating func forget(_ word: String) throws(TypingMistake) -> [Effect] {
        switch word {
        case "page": return forget(.page(try pageInFront().withoutFragment.withoutCredentials))
        case "site": return forget(.site(try pageInFront().host))
        case "hour": return forget(.hour)
        case "all":
            interlude = .question(.forgetAll(account: account))
            return []
        default:
            throw TypingMistake(words: "forget takes page, site, hour or all: forget page.")
        }
    }

    private func pageInFront() throws(TypingMistake) -> WebURL {
        guard let document, document.isWorthReturning else {
            throw TypingMistake(words: "There is no page on the screen to be forgotten.")
        }
        return document.url
    }

    /// Has something forgotten. What is under way for it ends first, so that nothing of it is stored behind that.
    mutating func forget(_ scope: ForgetScope) -> [Effect] {
        var effects: [Effect] = []
        for index in tabs.indices {
            guard let visit = tabs[index].visit, visit.isBusy else { continue }
            if scope == .hour || scope.names(visit.opening.url) { effects += tabs[index].stopSession() }
        }
        inbox.stop()
        notice = .news("Forgetting…")
        return effects + [.forget(scope)]
    }

    /// Whether an address that was typed is one of those that were forgotten.
    private func isNamed(_ typed: String, by report: ForgetReport) -> Bool {
        do throws(TypingMistake) {
            return report.names(try address(typed))
        } catch {
            // It could not be opened.
            return false
        }
    }

    /// Lets go of what was forgotten in memory, too. Pages on the screen stay there, and are not kept.
    mutating func handle(_ report: ForgetReport) -> [Effect] {
        guard report.account == account else { return [] }
        for index in tabs.indices {
            if let url = tabs[index].place?.url ?? tabs[index].left?.place.url, report.names(url) {
                tabs[index].forgotten = url.withoutFragment
            }
            tabs[index].history.forget(report.names)
        }
        tabs.forgetClosed(report.names)
        knownPages.removeAll { report.names($0.url) && $0.bookmarked == nil }
        waymarks = waymarks.filter { !report.names($0.value.url) }
        typed = typed.filter { !isNamed($0, by: report) }
        journal.forget(report.names)
        records.forget(report.names)
        inbox.forget(report.names)
        ahead = Prefetch()
        if report.scope == .all {
            typed = []
            called = []
            searched = []
            knownPages = []
            bookmarks = []
            inbox = Inbox()
        }
        rewriteInbox()
        if let failure = report.failure {
            let words = report.tally == ForgetTally() ? "" : " " + report.tally.words
            notice = .failure(failure + words)
        } else {
            notice = .news(report.tally.words)
        }
        return []
    }
}
