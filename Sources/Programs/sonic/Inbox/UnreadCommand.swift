import BrowserServices
import BrowserValues
import CellGrid
import PageCache
import SonicProtocol
import SonicSession

/// `sonic unread`: what is new in the bookmarked pages since they were read in the browser.
enum UnreadCommand {
    static let row = Subcommand(
        "unread", "sonic unread",
        "what is new in the bookmarked pages since you read them; status 1 if one cannot be loaded",
        takes: 0...0,
        options: [
            .json, .count.described(as: "print only the number of pages with changes"), .account, .cache,
            .offline, .header, .responseHeader, .userAgent, .user,
        ] + Option.connecting,
        examples: [("sonic unread --count", "how many bookmarked pages have changes")],
        run: Program.inWorld(run))

    /// The width at which lines are counted, as on a terminal of 80 columns.
    private static let width = 75

    /// A page of the digest and how it was loaded.
    private struct Entry {
        var page: InboxPage
        /// Why it could not be loaded; nil if it was, or was not requested.
        var failure: String?
        /// Whether there is no stored copy either.
        var isMissing = false
    }

    static func run(_ arguments: Arguments, _ world: World) async throws(CommandFailure) -> ExitStatus {
        guard arguments.value(.count) == nil else {
            throw .init(message: "unread --count takes no number: sonic unread --count")
        }
        if arguments.has(.count), arguments.has(.json) {
            throw .init(message: "unread takes --json or --count, not both")
        }
        let keeping = world.inbox
        if let failure = await trouble(keeping) { throw .failed(failure) }
        var entries = await keeping.whole(width: width).filter(\.isBookmarked).map { Entry(page: $0) }
        if !arguments.has(.offline) { entries = await refreshed(entries, world) }
        if arguments.has(.count) {
            Console.print("\(entries.count { $0.page.news.isAny })")
        } else {
            for entry in entries where arguments.has(.json) || entry.page.news.isAny {
                Console.print(arguments.has(.json) ? json(entry).text(.compact) : line(entry.page))
            }
        }
        for entry in entries {
            if let failure = entry.failure { Console.complain("\(entry.page.url.href): \(failure)") }
        }
        if entries.isEmpty {
            Console.complain("no bookmarks; in the browser, M-d bookmarks a page")
        } else if !arguments.has(.json), !arguments.has(.count), !entries.contains(where: \.page.news.isAny) {
            Console.complain("nothing new in \(String.counted(entries.count, "bookmarked page"))")
        }
        return entries.contains(where: \.isMissing) ? .failed : .done
    }

    /// Returns the reason why the bookmarks cannot be read; nil if they can.
    private static func trouble(_ keeping: InboxService) async -> String? {
        do throws(StoreFailure) {
            let strange = try await keeping.bookmarks?.read().strange ?? 0
            if strange > 0 {
                let lines = String.counted(strange, "line")
                Console.complain(
                    "ignored in the file of bookmarks: \(lines) that cannot be read")
            }
            return nil
        } catch {
            return InboxService.words(ofBookmarks: error)
        }
    }

    /// Returns the pages after refreshing each, with as many concurrent requests as in the browser.
    private static func refreshed(_ entries: [Entry], _ world: World) async -> [Entry] {
        var entries = entries
        await withTaskGroup(of: (Int, Entry).self) { group in
            var waiting = entries.indices.filter { entries[$0].page.url.isHTTP }[...]
            var running = 0
            while true {
                while running < InboxPage.refreshesAtATime, let index = waiting.popFirst() {
                    let entry = entries[index]
                    group.addTask { (index, await refreshed(entry, world)) }
                    running += 1
                }
                guard let (index, entry) = await group.next() else { return }
                entries[index] = entry
                running -= 1
            }
        }
        return entries
    }

    private static func refreshed(_ entry: Entry, _ world: World) async -> Entry {
        var order = world.order(entry.page.url)
        // The headers of -H are for a typed address, and there is none.
        order.secretsOrigin = nil
        let session = await world.openAlone(order)
        let result = await session.result()
        var new = Entry(
            page: await world.inbox.page(entry.page.url, width: Self.width, outcome: result?.outcome.name))
        new.page.isBookmarked = true
        if new.page.title.isEmpty { new.page.title = entry.page.title }
        new.failure = result.flatMap(InboxPage.failure)
        if case .failed = result?.outcome { new.isMissing = true }
        return new
    }

    private static func line(_ page: InboxPage) -> String {
        let news = page.news.words
        let blanks = String(repeating: " ", count: max(1, 9 - news.count))
        let title = page.title.isEmpty ? "" : page.title + "  "
        return VisibleText.line(news + blanks + title + page.url.href)
    }

    private static func json(_ entry: Entry) -> JSONValue {
        let (name, lines, isLeast): (String, Int?, Bool) =
            switch entry.page.news {
            case .none: ("none", 0, false)
            case .unread: ("unread", nil, false)
            case .lines(let count): ("changed", count, false)
            case .atLeast(let count): ("changed", count, true)
            case .entries, .some: ("changed", nil, false)
            }
        let entries: Int? = if case .entries(let count) = entry.page.news { count } else { nil }
        return [
            "url": .string(entry.page.url.href), "title": .string(entry.page.title), "news": .string(name),
            "lines": .integer(orNull: lines), "entries": .integer(orNull: entries), "atLeast": .bool(isLeast),
            "checked": .string(orNull: entry.page.checked.map(CalendarTime.timestamp)),
            "outcome": .string(orNull: entry.page.outcome), "failure": .string(orNull: entry.failure),
        ]
    }
}
