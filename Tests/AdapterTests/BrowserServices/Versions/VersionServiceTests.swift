import BrowserValues
import Configuration
import PageCache
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserServices

@Suite struct VersionServiceTests {
    private let pages: StoredPages

    init() throws { pages = try StoredPages() }

    private func service(mayBeWritten: Bool = true) -> VersionService {
        let settings = BrowserSettings { _ in
            var choices = BrowserSettings().general
            choices[Settings.stores] = mayBeWritten
            return choices
        }
        return VersionService(cache: pages.cache, store: pages.cache, account: "", settings: settings)
    }

    /// Three versions, of which the last one changes block a and the second one block b.
    private func storeThree() async throws {
        try await pages.store(
            StoredPages.page(["a": "one", "b": "one"]), StoredPages.page(["a": "one", "b": "two"]),
            StoredPages.page(["a": "two", "b": "two"]))
    }

    private func found(_ wanted: VersionOrder.Wanted) async -> String {
        let report = await service().versions(VersionOrder(page: StoredPages.url, wanted: wanted))
        return switch report.found {
        case .version(let page, let next): "\(page.number) against \(next.map { "\($0.number)" } ?? "none")"
        case .listed: report.versions.map { "\($0.number)" }.joined(separator: " ")
        case .none(let why): why
        }
    }

    @Test func `the requested version is found`() async throws {
        try await storeThree()
        let answers: [(VersionOrder.Wanted, String)] = [
            (.list, "3 2 1"), (.older(than: nil), "2 against 3"), (.older(than: 2), "1 against 2"),
            (.older(than: 1), "This is the oldest stored version."), (.newer(than: 1), "2 against 3"),
            (.newer(than: 3), "3 against none"), (.number(1), "1 against 2"),
            (.number(9), "Version 9 of this page is no longer stored."),
            (.change(from: 1, to: 3), "3 against 1"), (.change(from: 9, to: 2), "2 against 3"),
            (.change(from: 1, to: 9), "Version 9 of this page is no longer stored."),
            (.lastChange(of: "a", upTo: nil), "3 against 2"),
            (.lastChange(of: "b", upTo: nil), "2 against 1"),
            (
                .lastChange(of: "a", upTo: 2),
                "Block a is the same in all stored versions, back to v1."
            ),
        ]
        for (wanted, expected) in answers { #expect(await found(wanted) == expected) }
    }

    @Test func `a page that is not stored has no versions`() async {
        #expect(await found(.list) == "No version of this page is stored.")
    }

    @Test func `the last version read determines the version since which there is news`() async throws {
        try await storeThree()
        let page = StoredPages.url
        #expect(await service().lastRead(of: page, before: 3).news == .none)
        await service(mayBeWritten: false).note(1, title: "News", of: page)
        #expect(await service().lastRead(of: page, before: 3).news == .none)
        await service().note(1, title: "News", of: page)
        let report = await service().lastRead(of: page, before: 3)
        #expect(report.news == .since(1))
        #expect(report.base?.number == 1)
        await service().note(3, title: "News", of: page)
        #expect(await service().lastRead(of: page, before: 3).news == .none)
    }
}
