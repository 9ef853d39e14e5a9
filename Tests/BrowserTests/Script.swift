import CellGrid
import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues
@testable import SonicSession

/// A screen test written as text: events, then the expected screen.
///
/// Each line before the first `----` is a verb with its arguments:
/// `size 80x24`, `console 80x24` (plots in ASCII), `insecure`, `open URL`, `cache PAGE`, `unchecked PAGE`, `verified`,
/// `withdrawn`,
/// `nothing cached`, `ask STATUS REASON`, `ask STATUS REASON LENGTH` (with its Content-Length),
/// `body TEXT`, `body page PAGE`, `body secure TEXT`, `body coded TEXT` (in gzip),
/// `bring TYPE FILE` (a response of that type, with a file of the folder Pages), `piece PAGE FROM TO` (bytes),
/// `update OLD NEW`, `replace PAGE`, `end OUTCOME REASON`, `painted`,
/// `end here OUTCOME REASON` (compared by the browser), `unkept OUTCOME REASON` (the disk is full),
/// `hold STATUS REASON` (an intercepted response to its request), `later SECONDS`,
/// `tab N` (its session reports from here on, not the one started last),
/// `text-align left` (the setting), `accounts NAME NAME …` (those on the disk),
/// `press KEY KEY …` (as help names keys), `type TEXT`,
/// `version NUMBER PAGE` (a stored one), `read NUMBER` (seen last), `time SECONDS` (since 1970),
/// `inbox PATH;TITLE;NEWS;AGE;OUTCOME` (a page of the inbox), `look` (the pages are found), `refreshed` (one of them),
/// `traffic FILE` (a HAR file of the folder Pages, read to its end),
/// `known PATH;TITLE;READ;BOOKMARKED` (a page found for lists),
/// `file NAME BYTES TYPE` (a download; bytes may be `-`), `came NUMBER BYTES SECONDS` (received so far),
/// `came NUMBER saved`, `came NUMBER broken REASON`,
/// `compared` (the two versions to be compared),
/// `past OUTCOME:PATH:FOUND:LEFT:CAME:PAGE …` (the recorded sessions; the bytes may be omitted),
/// `resize 40x12`. Other lines are comments and begin with `#`.
///
/// A PAGE is the name of a file of the folder Pages, or HTML, which begins with `<`; `9*<p>Line #` is a text nine times, with
/// the numbers from 1 in place of `#`.
struct Script {
    var stage = Stage(theme: Script.theme)
    /// The stream of the followed server.
    var trafficStream = Script.stream()
    /// The number of effects that were shown.
    var effectsShown = 0
    /// A watch without a screen.
    var watched = WatchStage()
    /// The news of that watch since they were asked for.
    var news: [String] = []
    /// The texts that `let` named.
    var texts: [String: String] = [:]

    /// The letter that stands for each role in the grid of styles.
    static let letters: [Role: Character] = [
        .text: ".", .heading: "H", .link: "L", .chosenLink: "C", .linkNumber: "#", .code: "c", .quote: "q",
        .dimmed: "d",
        .marker: "m", .field: "f", .image: "i", .highlight: "h", .match: "/", .chosenMatch: "*",
        .changeMark: "M", .border: "b",
        .focusedBorder: "B", .paneTitle: "T", .titleLine: "t", .outcome: "O", .warning: "W", .failure: "F",
        .caution: "v", .stepDone: "s", .stepActive: "S", .stepFailed: "X", .stepPending: "p",
        .outcomeCached: "g", .outcomeUpdated: "u", .outcomeWhole: "w", .outcomePlain: "y",
        .outcomeOffline: "z",
        .outcomeFailed: "x",
        .added: "+", .removed: "-", .addedWord: "A", .removedWord: "R", .name: "n", .hint: "?", .key: "K",
        .notice: "N", .prompt: "P",
    ]

    /// A theme with a different colour for each role, so that the grid of styles distinguishes roles.
    static let theme = Theme(
        name: "letters", tone: .dark,
        styles: Role.allCases.reduce(into: [:]) { styles, role in
            styles[role] = Style(foreground: .palette(UInt8(role.rawValue)))
        })

    /// Runs a script and returns it with the resulting screen.
    static func run(_ text: String) async throws -> String {
        var script = Script()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "----" }
        for line in lines { try await script.perform(String(line)) }
        return (lines.map(String.init) + ["----"] + script.screen).joined(separator: "\n") + "\n"
    }

    var screen: [String] {
        let frame = view(stage.model)
        var letters: [[Character]] = []
        var used: Set<Role> = []
        for row in Row(0)..<frame.size.rows {
            var line: [Character] = []
            for cell in frame.row(row) {
                guard case .palette(let index) = cell.style.foreground else { continue }
                let role = Role.allCases[Int(index)]
                // Blanks show no foreground colour.
                let letter = cell.glyph == .space ? "." : Self.letters[role] ?? "!"
                if letter != "." { used.insert(role) }
                line.append(letter)
            }
            while line.last == "." { line.removeLast() }
            letters.append(line)
        }
        let legend = Role.allCases.filter(used.contains).map { "\(Self.letters[$0] ?? "!") \($0.name)" }
        let cursor = frame.cursor.map { ["cursor: row \($0.row), column \($0.column)"] } ?? []
        return frame.text + ["----"] + letters.map { String($0) } + ["----", legend.joined(separator: ", ")]
            + cursor
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    private static func page(_ name: String) throws -> String {
        if name.contains(" ++ ") {
            return try name.split(separator: " ++ ").map { try page(String($0)) }.joined()
        }
        if let page = made(name) { return page }
        if name.hasPrefix("<") { return name.replacing("\\n", with: "\n").replacing("\\_", with: " ") }
        if let star = name.firstIndex(of: "*"), let count = Int(name[..<star]) {
            let text = name[name.index(after: star)...]
            return (1...count).map { text.replacing("#", with: String($0)) }.joined()
        }
        return String(decoding: try TextFiles.bytes("Tests/BrowserTests/Pages/\(name).html"), as: UTF8.self)
    }

    private static func size(_ text: String) throws -> (columns: Int, rows: Int) {
        let parts = text.split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2 else { throw Mistake(description: "no size: \(text)") }
        return (parts[0], parts[1])
    }

    private static func key(_ name: String) throws -> Key {
        guard let key = Key(named: name) else { throw Mistake(description: "no key: \(name)") }
        return key
    }

    static let outcomes: [String: Outcome] = [
        "firstLoad": .firstLoad, "allCached": .allCached, "dataUpdate": .dataUpdate,
        "templateChange": .templateChange, "plain": .plain(.notSonic), "fresh": .fresh(.lifetime),
        "cacheOnly": .fresh(.cacheOnly), "offline502": .offline(.status(502)),
        "unknown": .failed(.connection(.unknownHost("nowhere.example"))), "notHTML": .plain(.notHTML),
        "posted": .plain(.posted), "notStored": .failed(.notStored),
        "unknownHost": .failed(.connection(.unknownHost("a.example"))),
        "stopped": .failed(.stopped), "404": .failed(.status(404)), "500": .failed(.status(500)),
        "401": .failed(.status(401)), "503": .failed(.status(503)),
        "offline": .offline(.connection(.unreachable(host: "127.0.0.1", port: 8420, detail: "refused"))),
        "unreachable": .failed(.connection(.unreachable(host: "127.0.0.1", port: 8420, detail: "refused"))),
    ]

    mutating func perform(_ line: String) async throws {
        if line.isEmpty || line.hasPrefix("#") { return }
        let line = texts.reduce(line) { $0.replacing($1.key, with: $1.value) }
        var words = line.split(separator: " ").map(String.init)
        let verb = words.removeFirst()
        let rest = words.joined(separator: " ")
        if try browse(verb, words, rest) { return }
        switch verb {
        case "size", "console", "insecure":
            let size = verb != "insecure" ? try Self.size(rest) : (columns: 80, rows: 24)
            stage = Stage(
                columns: size.columns, rows: size.rows, theme: Self.theme,
                isInsecure: verb == "insecure",
                plotSigns: verb == "console" ? .plain : .drawn)
        case "resize":
            let size = try Self.size(rest)
            stage.send(.terminal(.resized(Size(rows: Row(size.rows), columns: Column(size.columns)))))
        case "open": stage.open(rest)
        case "cache": stage.readCache(try Self.page(rest))
        case "unchecked": stage.readCache(try Self.page(rest), .owed)
        case "verified": stage.report(.cachedPageVerified)
        case "withdrawn": stage.report(.cachedPageWithdrawn)
        case "lost":
            stage.report(
                .retrying(
                    Retry(
                        number: 1, limit: 2, pause: .milliseconds(500),
                        cause: .lost(.reset(detail: "reset"), stage.url))))
            stage.enter(.pausing)
        case "nothing": stage.readCache(nil)
        case "ask":
            var fields = [("Content-Type", "text/html")]
            if let length = words.last, words.count > 2, Int(length) != nil {
                fields.append(("Content-Length", words.removeLast()))
            }
            if words.last == "gzip" { fields.append(("Content-Encoding", words.removeLast())) }
            if words[0] == "401" { fields.append(("WWW-Authenticate", "Basic realm=\"the vault\"")) }
            stage.ask(Int(words[0]) ?? 0, words.dropFirst().joined(separator: " "), fields)
        case "bring":
            stage.ask(200, "OK", [("Content-Type", words[0])])
            stage.report(.pieceReceived(try TextFiles.bytes("Tests/BrowserTests/Pages/\(words[1])")))
        case "body":
            let isPage = words.first == "page"
            let isNamed = isPage || ["secure", "coded"].contains(words.first)
            let text = isNamed ? words.dropFirst().joined(separator: " ") : rest
            let gzip: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x4B, 0xCC]
            stage.receive(
                Array(isPage ? try Self.page(text).utf8 : text.utf8),
                coded: words.first == "coded" ? gzip : nil, secure: words.first == "secure")
        case "piece":
            let bytes = Array(try Self.page(words[0]).utf8)
            let range = (Int(words[1]) ?? 0)..<min(bytes.count, Int(words[2]) ?? bytes.count)
            stage.report(.pieceReceived(Array(bytes[range])))
        case "update":
            stage.update(from: try Self.page(words[0]), to: try Self.page(words[1]))
            stage.learn(.pageKnown(Array(try Self.page(words[1]).utf8)))
        case "replace":
            stage.replace(with: try Self.page(rest))
            stage.learn(.pageKnown(Array(try Self.page(rest).utf8)))
        case "end":
            var comparer: SessionResult.Comparer?
            if words[0] == "here" {
                comparer = .client
                words.removeFirst()
            }
            guard let outcome = Self.outcomes[words[0]] else {
                throw Mistake(description: "no outcome: \(line)")
            }
            try end(outcome, words.dropFirst().joined(separator: " "), comparer)
        case "unkept":
            stage.end(
                Self.outcomes[words[0]] ?? .firstLoad, words.dropFirst().joined(separator: " "),
                storage: .notStored(.full(path: "/home/alice/.cache/sonic")))
        case "file":
            stage.offer(Self.text(words[0]), length: Int(words[1]), type: words.count > 2 ? words[2] : nil)
        case "came": try stage.come(words)
        case "hold": stage.hold(Int(words[0]) ?? 0, words.dropFirst().joined(separator: " "))
        case "later":
            stage.uptime += .seconds(Int(rest) ?? 0)
            for timer in [TimerID.age, .progress, .watch, .countdown] {
                stage.send(.timerFired(timer))
            }
        case "painted": stage.paint()
        case "compared": stage.compared()
        case "tab":
            guard let number = Int(rest), let visit = stage.model.account.tabs[number - 1].visit else {
                throw Mistake(description: "no tab that was opened: \(line)")
            }
            stage.visit = visit.opening.visit
        case "accounts": stage.accounts = words.map { $0 == "-" ? "" : $0 }
        case "text-align":
            var settings = BrowserSettings()
            settings.general[Settings.textAlign] = TextAlign(rawValue: rest) ?? .center
            stage.send(.configured(settings, keys: .standard, warning: nil))
        case "press": for name in words { stage.press(try Self.key(name)) }
        case "type": stage.type(rest)
        case "idle": stage.settle()
        case "version": stage.history[Int(words[0]) ?? 0] = try Self.page(words[1])
        case "read": stage.lastRead[stage.url.withoutFragment] = Int(rest)
        case "time": stage.send(.timeRead(Instant(milliseconds: (Int64(rest) ?? 0) * 1000)))
        case "past": stage.past = try words.map { try Self.past($0) }
        case "inbox": stage.inboxPages = (stage.inboxPages ?? []) + [try Self.inboxPage(rest)]
        case "look": stage.report(inbox: stage.inboxPages ?? [])
        case "refreshed": try refresh(rest)
        case "traffic":
            try await stage.readTraffic(
                words[0], TextFiles.bytes("Tests/BrowserTests/Pages/\(words[0])"), isRead: words.count == 1)
        case "known": stage.known.append(try Self.known(rest))
        case "keeping", "settings", "assumed", "unstyled": prepare(verb, rest)
        case "visit", "refuse", "by", "unloaded", "earlier", "restored", "forgotten":
            try reportOthers(verb, words, rest)
        case "respond", "chunk", "phase", "newer", "arrive", "pageknown", "hashed", "sent", "over", "next",
            "linked":
            try session(verb, words, rest)
        case "at", "fire", "poll", "gone", "background", "graphics", "paste", "click", "account":
            try performOther(verb, words, rest)
        case "style", "files", "nofiles", "found", "edited", "sessions", "compare":
            try performOther(verb, words, rest)
        case "follow", "server", "control": try await serve(verb, rest)
        case "watch", "run", "watched", "due", "pass": try watch(verb, words)
        case "mouse": try point(line)
        case "begun", "discarded", "uncopied", "elapsed", "times", "responded", "polled", "lines", "coded",
            "decided", "fail", "offline", "unverified", "unowned", "barred", "head", "part", "whole",
            "change", "turn":
            try report(verb, words)
        case "redirected", "recalled", "refreshing", "foundpage", "behind", "loaded", "cookies", "configured",
            "wake", "clock", "holds", "let-go", "editing", "ahead", "stored", "picture", "start", "focus":
            try report(verb, words)
        default: throw Mistake(description: "no verb: \(line)")
        }
    }

    /// `inbox PATH;TITLE;NEWS;AGE;OUTCOME`, bookmarked where the path begins with `*`; the news are `-`, `unread`, `new`
    /// or a number, the age is in seconds.
    private static func inboxPage(_ text: String) throws -> InboxPage {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5 else { throw Mistake(description: "no page of the inbox: \(text)") }
        let news: PageNews =
            switch parts[2] {
            case "-": .none
            case "unread": .unread
            case "new": .some
            case let text where text.hasSuffix("+"): .atLeast(Int(text.dropLast()) ?? 0)
            default: .lines(Int(parts[2]) ?? 0)
            }
        let path = parts[0].drop { $0 == "*" }
        return InboxPage(
            url: Stage.url("http://127.0.0.1:8420\(path)"), title: parts[1],
            isBookmarked: parts[0].hasPrefix("*"), news: news,
            checked: Instant(milliseconds: 86_400_000 - (Int64(parts[3]) ?? 0) * 1000),
            outcome: parts[4].isEmpty ? nil : parts[4])
    }

    /// `refreshed` with the arguments of `inbox`, and a sixth part for a failure.
    private mutating func refresh(_ text: String) throws {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let page = try Self.inboxPage(parts.prefix(5).joined(separator: ";"))
        let failure = parts.count > 5 ? parts[5] : nil
        stage.report(refreshed: page, failure: failure)
    }

    /// `known PATH;TITLE;READ;BOOKMARKED`, the times in seconds since 1970.
    private static func known(_ text: String) throws -> KnownPage {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else { throw Mistake(description: "no page that is known: \(text)") }
        let url = Stage.url("http://127.0.0.1:8420\(parts[0])")
        return KnownPage(
            url: url, title: parts[1], read: Int64(parts[2]).map { Instant(milliseconds: $0 * 1000) },
            bookmark: Int64(parts[3]).map {
                Bookmark(url: url, title: parts[1], since: Instant(milliseconds: $0 * 1000))
            })
    }

    private static func past(_ word: String) throws -> PastSession {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let outcome = outcomes[parts[0]] ?? .firstLoad
        let began = Int64(word.utf8.count) * 3_600_000
        let text = """
            {"began":\(began),"milliseconds":12,"requested":"http://127.0.0.1:8420\(parts[1])",\
            "url":"http://127.0.0.1:8420\(parts[1])","page":"5d41402a","outcome":"\(outcome.name)",\
            "code":\(outcome.code.map(String.init) ?? "null"),"status":200,"reason":"the server says so",\
            "bytesReceived":\(parts.count > 4 ? parts[4] : "1234"),"bytesSent":321,\
            "pageBytes":\(parts.count > 5 ? parts[5] : "null"),"found":\(parts[2].isEmpty ? "null" : parts[2]),\
            "left":\(parts[3].isEmpty ? "null" : parts[3])}
            """
        guard let node = JSONNode.read(Array(text.utf8)).node, let past = PastSession(node, account: "alice")
        else { throw Mistake(description: "no session: \(word)") }
        return past
    }

    private mutating func end(
        _ outcome: Outcome, _ reason: String, _ comparer: SessionResult.Comparer?
    ) throws {
        let names = stage.model.document?.latest.changes.map(\.name) ?? []
        let changed = outcome == .dataUpdate ? names : []
        switch outcome {
        case .failed(.status): stage.end(outcome, reason, answer: try Self.page("error"))
        case .allCached: stage.end(outcome, reason, storage: .renewed, by: comparer)
        case .firstLoad, .dataUpdate, .templateChange:
            stage.end(outcome, reason, changed: changed, storage: .stored(number: 4), by: comparer)
        case .plain, .fresh, .offline, .failed: stage.end(outcome, reason)
        }
    }
}
