import BrowserValues
import SonicProtocol
import SonicSession

// Deleting the data of pages, sites, the last hour or everything.
extension Model {
    /// Deletes the data that a word names; everything only after a confirmation.
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

    /// Deletes data. Running sessions of it are stopped first, so that they store nothing afterwards.
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

    /// Whether a typed address is one of those deleted.
    private func isNamed(_ typed: String, by report: ForgetReport) -> Bool {
        do throws(TypingMistake) {
            return report.names(try address(typed))
        } catch {
            // It could not be opened.
            return false
        }
    }

    /// Removes the deleted data from memory too. Pages on the screen stay there, and are not stored.
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
        account.knownPages.removeAll { report.names($0.url) && $0.bookmark == nil }
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
