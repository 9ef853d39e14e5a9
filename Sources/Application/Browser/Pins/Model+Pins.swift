import BrowserValues
import SonicProtocol

// Pinned pages.
extension Model {
    /// Requests that the page on the screen be pinned or unpinned.
    mutating func changePin() -> [Effect] {
        guard let document, document.isPage else { return [] }
        guard document.method == .get else {
            notice = .refusal("The response to a form is not stored, and cannot be pinned.")
            return []
        }
        return [.pages(.changePin(document.url.withoutFragment))]
    }

    mutating func handle(_ report: PinReport) {
        guard report.account == account.name else { return }
        for index in account.tabs.indices
        where account.tabs[index].document?.url.withoutFragment == report.page {
            account.tabs[index].pinReport = report
        }
        switch report.words {
        case .none: break
        case .news(let words): notice = .news(words)
        case .failure(let words): notice = .failure(words)
        }
    }

    /// The pin of the page on the screen; `.none` until it is known.
    var pin: PagePin {
        guard let pinReport = account.tabs.front.pinReport, let document, document.isPage,
            pinReport.page == document.url.withoutFragment
        else { return .none }
        return pinReport.pin
    }

    /// A description of the pin; nil for none.
    var pinWords: String? {
        guard case .pinned(let since, let resources) = pin else { return nil }
        return "since \(date(since)), with \(resources) resource\(resources == 1 ? "" : "s")"
    }
}
