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
            inputMode = .question(.forgetAll(account: account.name))
            return []
        default:
            throw TypingMistake(words: "forget takes page, site, hour or all: forget page.")
        }
    }

    private func pageInFront() throws(TypingMistake) -> WebURL {
        guard let document, document.isWorthReturning else {
            throw TypingMistake(words: "No page on the screen to forget.")
        }
        return document.url
    }

    /// Has something forgotten. What is under way for it ends first, so that nothing of it is stored behind that.
    mutating func forget(_ scope: ForgetScope) -> [Effect] {
        var effects: [Effect] = []
        for index in account.tabs.indices {
            guard let visit = account.tabs[index].visit, visit.isBusy else { continue }
            if scope == .hour || scope.names(visit.opening.url) {
                effects += account.tabs[index].stopSession()
            }
        }
        account.inbox.stop()
        notice = .news("Forgetting…")
        return effects + [.accounts(.forget(scope))]
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
        guard report.account == account.name else { return [] }
        for index in account.tabs.indices {
            if let url = account.tabs[index].place?.url ?? account.tabs[index].left?.place.url,
                report.names(url)
            {
                account.tabs[index].forgotten = url.withoutFragment
            }
            account.tabs[index].history.forget(report.names)
        }
        account.tabs.forgetClosed(report.names)
        account.knownPages.removeAll { report.names($0.url) && $0.bookmarked == nil }
        account.placeMarks = account.placeMarks.filter { !report.names($0.value.url) }
        account.typed.addresses = account.typed.addresses.filter { !isNamed($0, by: report) }
        account.journal.forget(report.names)
        account.records.forget(report.names)
        account.inbox.forget(report.names)
        account.ahead = Prefetch()
        if report.scope == .all {
            account.typed = TypedLines()
            account.knownPages = []
            account.bookmarks = []
            account.inbox = Inbox()
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
