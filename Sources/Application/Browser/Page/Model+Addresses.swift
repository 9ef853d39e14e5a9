import BrowserValues
import SonicProtocol

// The completions of an address being typed.
extension Model {
    /// Opens the address prompt and requests the stored and bookmarked pages.
    mutating func typeAddress(in tab: TabChoice = .here) -> [Effect] {
        prompt = .address(AddressLine(completions, in: tab))
        return [.pages(.list(.address))]
    }

    /// Opens the address prompt with the address of the page.
    mutating func editAddress() -> [Effect] {
        guard let url = document.flatMap({ $0.source == .own ? nil : $0.url }) ?? visit?.opening.url else {
            notice = .refusal(keys.namingKeys(DisabledReason.noPage.rawValue).sentence)
            return []
        }
        prompt = .address(AddressLine(completions, editing: url.withoutCredentials.href))
        return [.pages(.list(.address))]
    }

    /// The possible pages: first those visited in this run, the latest first, then bookmarks, then stored pages.
    var completions: [KnownPage] {
        let known = Dictionary(account.knownPages.map { ($0.url, $0) }) { first, _ in first }
        let visited = visited.map { known[$0.withoutFragment.withoutCredentials] ?? KnownPage(url: $0) }
        return visited + account.knownPages.filter { $0.bookmark != nil }
            + account.knownPages.filter { $0.bookmark == nil }
    }

    /// The pages visited in this run, the latest first. The response to a form is left out, as it cannot be typed.
    private var visited: [WebURL] {
        let places = history.before.reversed() + history.ahead
        return [place].compactMap(\.self).filter { $0.method == .get }.map(\.url)
            + places.filter { $0.method == .get }.map(\.url)
    }
}
