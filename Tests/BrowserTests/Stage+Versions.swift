import BrowserServices
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

@testable import Browser
@testable import BrowserValues

// A store with several versions of a page, and the version last seen.
extension Stage {
    /// The result of looking up the version last seen.
    func lastRead(of page: WebURL, before shown: Int) -> (news: LastRead.News, base: StoredPage?) {
        let last = lastRead[page].map { LastRead(number: $0, at: Instant(milliseconds: 0)) }
        let news = LastRead.news(since: last, upTo: shown, kept: Array(history.keys))
        let base: StoredPage? =
            switch news {
            case .none, .lost: nil
            case .since(let number), .sinceLater(let number, _): version(number, of: page)
            }
        return (news, base)
    }

    /// The result of looking up requested versions.
    func versions(_ order: VersionOrder) -> (versions: [ListedVersion], found: FoundVersion) {
        let numbers = history.keys.sorted(by: >)
        let kept = numbers.map { number in
            ListedVersion(
                number: number, stored: Self.stored(number), length: history[number]?.utf8.count ?? 0)
        }
        let found: FoundVersion
        switch order.wanted {
        case .list: found = .listed
        case .older(let number): found = pair(numbers.first { $0 < number ?? 0 }, order.page, numbers)
        case .newer(let number): found = pair(numbers.last { $0 > number }, order.page, numbers)
        case .number(let number): found = pair(numbers.first { $0 == number }, order.page, numbers)
        case .change(let old, let new):
            guard let found = version(new, of: order.page) else {
                return (kept, .none("It is not kept."))
            }
            return (kept, .version(found, against: version(old, of: order.page)))
        case .lastChange(_, let number):
            // The store determines which version it is; here it is the one before.
            let later = numbers.first { $0 < number ?? 0 } ?? 0
            guard let new = version(later, of: order.page), let old = version(later - 1, of: order.page)
            else {
                return (kept, .none("It never changed."))
            }
            found = .version(new, against: old)
        }
        return (kept, found)
    }

    private func pair(_ number: Int?, _ page: WebURL, _ numbers: [Int]) -> FoundVersion {
        guard let number, let shown = version(number, of: page) else { return .none("It is not kept.") }
        return .version(shown, against: numbers.last { $0 > number }.flatMap { version($0, of: page) })
    }

    /// Answers the last query for the changes between two versions, from the stored ones.
    @discardableResult
    mutating func compared() -> (order: DifferenceOrder, changes: [PageChange]?) {
        for case .ask(.difference(let order, let reply)) in effects.reversed() {
            let pages = [order.old, order.new].compactMap { version($0, of: order.page)?.version }
            let changes =
                pages.count == 2
                ? PageChange.changes(of: (pages[0], pages[1]), charsets: .asciiOnly) : nil
            send(reply.event(changes))
            return (order, changes)
        }
        // Only a test's own mistake can end here.
        preconditionFailure("nothing is to be compared")
    }

    /// What is loaded to be shown side by side.
    func sides(_ order: SideOrder) -> SideReport {
        let sides = [order.old, order.new].compactMap { source -> ExchangeSide? in
            switch source {
            case .exchange(let side): side
            case .version(let page, let number):
                version(number, of: page).map {
                    ExchangeSide($0.version, title: "v\(number) of \(page.href)")
                }
            }
        }
        return sides.count == 2 ? .sides(sides[0], sides[1]) : .missing("It is not kept.")
    }

    private func version(_ number: Int, of page: WebURL) -> StoredPage? {
        guard let html = history[number].map({ Array($0.utf8) }) else { return nil }
        let version = PageVersion(
            url: page, html: html, sha1: Hashes.nettle.sha1(html), etag: nil, templateTag: nil,
            headers: Headers(), stored: Self.stored(number))
        return StoredPage(number: number, version: version, checked: version.stored)
    }

    /// Each version arrived an hour after the one before.
    static func stored(_ number: Int) -> Instant { Instant(milliseconds: Int64(number) * 3_600_000) }

    /// The versions noted as seen, in order.
    var noted: [Int] {
        effects.compactMap { if case .noteRead(_, let number, _) = $0 { number } else { nil } }
    }

    /// A page of three blocks, each with its own line, among enough lines to scroll.
    static func blocks(_ texts: String..., rows: Int = 0) -> String {
        let blocks = zip(["a", "b", "c"], texts).map { name, text in
            "<!--sonicdiff-\(name)--><p>\(text)</p><!--sonicdiff-\(name)-end-->"
        }
        let lines = (0..<rows).map { "<p>line \($0)</p>" }.joined()
        return "<title>T</title><h1>Head</h1>" + lines + blocks.joined() + lines
    }

    /// The names of the marked parts, once they are compared.
    mutating func marked() -> [String] {
        settle()
        return model.document?.latest.changes.map(\.name) ?? []
    }
}
