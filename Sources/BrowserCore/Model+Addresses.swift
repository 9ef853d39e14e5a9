import SonicProtocol

// The pages that an address being typed may mean.
extension Model {
    /// Asks for an address; the pages that are kept are found meanwhile.
    mutating func typeAddress(in tab: TabChoice = .here) -> [Effect] {
        prompt = .address(AddressLine(visited + kept, in: tab))
        return [.listPages]
    }

    /// Takes the pages that an account has kept, the latest first, as long as it is in use.
    mutating func take(kept pages: [WebURL], of name: String) {
        guard name == account else { return }
        kept = pages
        guard case .address(var line) = prompt else { return }
        line.take(visited + kept)
        prompt = .address(line)
    }

    /// The pages visited in this run, the latest first. An answer to a form cannot be typed.
    private var visited: [WebURL] {
        let places = history.before.reversed() + history.ahead
        return [place].compactMap(\.self).filter { $0.asked == .get }.map(\.url)
            + places.filter { $0.asked == .get }.map(\.url)
    }
}
