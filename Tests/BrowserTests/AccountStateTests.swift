import Browser
import Chance
import Exchanges
import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The state that belongs to one account, whatever was done under it.
@Suite struct AccountStateTests {
    /// A marker that every text belonging to an account contains.
    private static let marks = ["": "N0NE", "alice": "AL1CE", "ben": "B3N"]

    /// The parts of the model shared by all accounts: the program's state, and messages to any user.
    private static let shared: Set = [
        "setup", "screen", "chosen", "visitCount", "resendCount", "timers", "followedFile",
        "uptime", "now", "nowRead", "notice",
    ]
    /// The parts that belong to the current account alone.
    private static let own: Set = ["account", "overlays", "prompt", "inputMode"]

    @Test func `every property of the model is assigned to one scope`() {
        let parts = Set(Mirror(reflecting: Stage().model).children.compactMap(\.label))
        #expect(parts == Self.shared.union(Self.own).union(["parked"]))
    }

    /// The state that is restored when an account is switched back to.
    private static let lasting: Set = [
        "name", "tabs", "savedTabs", "downloads", "placeMarks", "encodings", "typed",
    ]

    /// An account with a value in each of its parts.
    private static func filled() -> AccountState {
        var account = AccountState("alice", inbox: [InboxPage(url: Stage.url("http://a.example/"))])
        account.tabs.append(
            Tab(Tab.Left(place: History.Place(url: page, offset: 3), title: "A", mode: .open)))
        account.savedTabs = account.tabs.saved
        _ = account.downloads.add(page, path: "a", .stopped)
        account.placeMarks["A"] = History.Place(url: page, offset: 5)
        account.encodings[page] = EncodingChoice(.gb18030, .reader)
        account.typed = TypedLines(addresses: ["a"], commands: ["b"], searches: ["c"])
        account.bookmarks = [Bookmark(url: page, title: "A", since: Instant(milliseconds: 0))]
        account.knownPages = [KnownPage(url: page)]
        account.storedAddresses = ["5d41402a"]
        _ = account.records.ask(for: page)
        account.journal.add(SessionTrace(page, mode: .open))
        account.messages.record(.news("a"), at: .zero)
        account.traffic = Traffic(.own, number: 1)
        account.persistence = (.fails("full"), .fails("full"))
        account.goal = .news(visit: 1)
        account.ahead.begin(page, .reader)
        account.shelf.ask(for: page)
        account.intercepted.update(
            [
                InterceptedExchange(
                    id: 1, use: .page, request: Request(url: page),
                    answer: AnswerEdit.Original(
                        head: ResponseHead(
                            version: "HTTP/1.1", status: 200, reason: "OK", headers: Headers([]), raw: []),
                        body: []))
            ], at: .zero)
        account.marks = [.version(page, number: 1)]
        account.secretsOnScreen.toggle()
        return account
    }
    private static let page = Stage.url("http://a.example/")

    private static func parts(_ account: AccountState) -> [String: String] {
        let parts = Mirror(reflecting: account).children.map {
            ($0.label ?? "", String(reflecting: $0.value))
        }
        return Dictionary(uniqueKeysWithValues: parts)
    }

    @Test func `each account has its own state, and only the persistent parts are restored`() {
        let filled = Self.filled()
        let (all, fresh) = (Self.parts(filled), Self.parts(AccountState("")))
        #expect(all.keys.filter { all[$0] == fresh[$0] } == [])
        var stage = Stage()
        stage.model.account = filled
        stage.send(.accountSwitched("ben"))
        let other = Self.parts(stage.model.account)
        for (part, value) in all where part != "downloads" { #expect(other[part] != value, "\(part)") }
        #expect(stage.model.account.downloads.entries.isEmpty)
        let parked = stage.model.parked["alice"].map(Self.parts) ?? [:]
        let empty = Self.parts(AccountState("alice"))
        #expect(Set(parked.keys.filter { parked[$0] == all[$0] }) == Self.lasting)
        #expect(
            Set(parked.keys.filter { parked[$0] == empty[$0] })
                == Set(empty.keys).subtracting(Self.lasting).union(["name"]))
    }

    /// One random action under the current account.
    private func act(_ stage: inout Stage, _ random: inout SeededGenerator) {
        let mark = Self.marks[stage.model.account.name] ?? ""
        let url = "http://\(mark.lowercased()).example/\(mark)/\(Int.random(in: 0..<9, using: &random))"
        switch Int.random(in: 0..<13, using: &random) {
        case 0, 1:
            stage.open(url)
            stage.readCache("<title>\(mark)</title><p>\(mark) <input name=a value=\(mark)></p>")
            stage.paint()
            if Bool.random(using: &random) { stage.end(.fresh(.lifetime), "over \(mark)") }
        case 2:
            stage.press(":")
            stage.type("tab \(url)")
            stage.press(.enter)
            stage.readCache("<p>\(mark)")
        case 3:
            stage.press("/")
            stage.type(mark)
            stage.press(.enter)
        case 4:
            stage.report(inbox: [InboxPage(url: Stage.url(url))], of: stage.model.account.name)
        case 5:
            stage.report(known: [KnownPage(url: Stage.url(url))], of: stage.model.account.name)
        case 6:
            stage.press(":")
            stage.type("save-link \(url)")
            stage.press(.enter)
        case 7:
            guard let entry = stage.model.account.downloads.entries.randomElement(using: &random) else {
                return
            }
            let path = "/tmp/\(mark)/\(entry.number)"
            let reports: [DownloadReport] = [
                .begun(path: path, type: nil, received: 1, length: 9), .pausing(mark),
                .ended(.broken(mark)), .ended(.saved(path: path, bytes: 9, .counted)),
            ]
            stage.send(
                .downloadReported(reports[Int.random(in: 0..<4, using: &random)], entry.number))
        case 8: stage.press(["m", "=", "!", "H"].randomElement(using: &random) ?? "m")
        case 9:
            stage.send(
                .cookiesPersisted(.fails("no room for \(mark)"), account: stage.model.account.name)
            )
        case 10: stage.press("M", "A")
        case 11:
            let bookmark = Bookmark(url: Stage.url(url), title: mark, since: Instant(milliseconds: 0))
            stage.report(BookmarkReport(bookmarks: [bookmark]), of: stage.model.account.name)
        default: stage.press(.escape, "c")
        }
    }

    /// All that the model has of the current account, and the screen, as text. The start options and the configuration
    /// are left out: switching accounts does not change them, and they are long.
    private func text(_ stage: Stage) -> String {
        let left: Set = ["parked", "setup", "settings"]
        let parts = Mirror(reflecting: stage.model).children.filter { !left.contains($0.label ?? "") }
        return parts.map { String(reflecting: $0.value) }.joined(separator: "\n") + stage.text
    }

    private func addresses(_ stage: Stage) -> [String?] {
        stage.model.account.tabs.indices.map { index in
            let tab = stage.model.account.tabs[index]
            return (tab.place ?? tab.left?.place)?.url.href
        }
    }

    @Test(arguments: Seeds.of(12))
    func `no state of one account is visible under another, and all of it is restored`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var stage = Stage()
        var open: [String: [String?]] = [:]
        for _ in 0..<6 {
            for _ in 0..<Int.random(in: 3..<12, using: &random) { act(&stage, &random) }
            stage.press(.escape, .escape)
            let account = stage.model.account.name
            open[account] = addresses(stage)
            let downloads = stage.model.account.downloads.entries.map(\.number)
            let next = Self.marks.keys.sorted().filter { $0 != account }.randomElement(using: &random) ?? ""
            let count = stage.effects.count
            stage.send(.accountSwitched(next))
            let text = text(stage)
            for (other, mark) in Self.marks where other != next {
                #expect(!text.contains(mark) && !text.contains(mark.lowercased()), "\(mark) under “\(next)”")
            }
            if let tabs = open[next] { #expect(addresses(stage) == tabs) }
            // Running transfers are stopped, and their late reports reach their own account.
            let stopped = stage.effects[count...].compactMap {
                if case .stopDownload(let number) = $0 { number } else { nil }
            }
            #expect(Set(stopped).isSubset(of: Set(downloads)))
            for number in stopped { stage.send(.downloadReported(.ended(.stopped), number)) }
            #expect(stage.model.parked[account]?.downloads.runningCount == 0)
        }
    }
}
