import BrowserValues
import CellGrid
import Configuration
import Exchanges
import PageLayout
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

@testable import Browser
@testable import BrowserValues
@testable import SonicSession

// Events and questions about sessions, tabs, files, style sheets, servers and comparisons.
extension Script {
    /// Pages that are made: `tab:b` (`Stage.page`), `tab:b:new` (with that in its block), `blocks:a,b,c`, `boats:40` (numbered
    /// paragraphs, every tenth with a boat), `HTML+boats:20`, `paragraphs` (s1 to s90) and `empty`.
    static func made(_ name: String) -> String? {
        if name == "empty" { return "" }
        if let more = name.firstRange(of: "+boats:"),
            let boats = made(String(name[more.lowerBound...].dropFirst()))
        {
            return name[..<more.lowerBound].replacing("\\_", with: " ") + boats
        }
        if name == "paragraphs" {
            return "<h1>Article</h1>" + (1...90).map { "<p id=s\($0)>Paragraph \($0) of many words" }.joined()
                + "<p>The end of Paragraph 70"
        }
        let parts = name.split(separator: ":").map(String.init)
        switch parts.count > 1 ? parts[0] : "" {
        case "tab":
            let page = Stage.page(parts[1])
            return parts.count > 2 ? page.replacing("<p>old</p>", with: "<p>\(parts[2])</p>") : page
        case "blocks":
            let texts = parts[1].split(separator: ",").map(String.init)
            return texts.count == 3 ? Stage.blocks(texts[0], texts[1], texts[2], rows: 40) : nil
        case "boats":
            return (1...(Int(parts[1]) ?? 1)).map {
                "<p>Paragraph \($0)\($0 % 10 == 0 ? " has a Boat" : "")</p>"
            }
            .joined()
        default: return nil
        }
    }

    /// A text with its escapes `\n`, `\r`, `\t`, `\e` and `\_` (a blank) replaced.
    static func unescaped(_ text: String) -> String {
        text.replacing("\\_", with: " ").replacing("\\n", with: "\n").replacing("\\r", with: "\r").replacing(
            "\\t", with: "\t"
        )
        .replacing("\\e", with: "\u{1B}")
    }

    /// Another stage: `keeping` (its tabs are saved), `settings JSON5`, `assumed` (a theme that nobody chose),
    /// `unstyled SITE` (its style sheets are off).
    mutating func prepare(_ verb: String, _ rest: String) {
        switch verb {
        case "keeping": stage = Stage(theme: Self.theme, keeping: true)
        case "assumed": stage = Stage(themeOrigin: .assumed)
        case "unstyled":
            stage = Stage()
            var setup = Setup(size: Size(rows: 24, columns: 80), hashes: .nettle)
            setup.chosen = ReaderChoices(unstyledSites: [rest])
            stage.model = Model(setup)
        default: stage = Stage(choices: Settings.read(Array(rest.utf8)).settings.general)
        }
    }

    /// What sessions report: `respond STATUS REASON; Name: value; …`, `chunk TEXT`, `phase NAME`, `newer` (a copy is only
    /// stored), `arrive NAME` (the page `tab:NAME`, confirmed), `pageknown PAGE`, `added Name: value`,
    /// `next fresh SECONDS`, `next off SECONDS`, `next stale SECONDS`, `next no-cache` (as sessions decide from here on),
    /// `linked ADDRESS STATUS` or `linked ADDRESS cache` (a part of the page was loaded),
    /// `hashed SHA-1 UPDATE HEADER` (of the merged page, and what both claim),
    /// `over OUTCOME STORAGE NAME,NAME REASON` (the changed blocks; `-` for none), `sent BYTES TOTAL` (of an upload).
    mutating func session(_ verb: String, _ words: [String], _ rest: String) throws {
        switch verb {
        case "respond":
            let parts = rest.split(separator: "; ").map(String.init)
            let line = parts[0].split(separator: " ", maxSplits: 1).map(String.init)
            let fields = parts.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            stage.ask(Int(line[0]) ?? 0, line[1], fields.map { ($0[0], $0[1]) })
        case "chunk": stage.report(.pieceReceived(Array(Self.unescaped(rest).utf8)))
        case "phase": stage.enter(SessionPhase(rawValue: rest) ?? .waiting)
        case "newer": stage.report(.newerCopyStored)
        case "next":
            let (now, count) = (
                stage.model.time ?? Instant(milliseconds: 0), words.last.flatMap { Int64($0) }
            )
            let end = now.adding(seconds: count ?? 0)
            let other = NextRequest.due(count.map { .stale(.maxAge($0, countedAs: nil)) } ?? .noCache)
            stage.next =
                [
                    "fresh": .fresh(.maxAge(count ?? 0, countedAs: nil), since: now, until: end),
                    "off": .sonicOff(until: end),
                ][words[0]] ?? other
        case "linked":
            let url = Stage.url(words[0])
            var trace = SessionTrace(url, mode: .open)
            let isStored = words[1] == "cache"
            let head = "HTTP/1.1 \(isStored ? "200" : words[1]) OK\r\nContent-Type: text/css\r\n\r\n"
            let report = TransferReport(answeredBy: isStored ? .cache : nil)
            trace.handle(
                .requestDecided(Request(method: "GET", url: url, headers: Headers()), notes: []), at: .zero)
            if let head = ResponseHead(raw: Array(head.utf8)) { trace.handle(.headReceived(head), at: .zero) }
            trace.handle(
                .learnt(.transferred(report, at: Instant(milliseconds: 0))), at: .zero)
            stage.send(.partLoaded(trace, of: stage.url))
        case "arrive": stage.come(rest)
        case "pageknown": stage.learn(.pageKnown(Array((Self.made(rest) ?? rest).utf8)))
        case "hashed":
            let claims = [
                HashCheck.Claim(.update, words[1], .decides),
                HashCheck.Claim(.head, words.dropFirst(2).first, .informs),
            ]
            let check = HashCheck(
                subject: .mergedPage, computed: words[0], bytes: nil, claims: claims.compactMap(\.self))
            stage.learn(.hashed(check))
        case "sent":
            let event = SessionEvent.bodySent(Int(words[0]) ?? 0, of: Int(words[1]) ?? 0)
            stage.send(.session(event, visit: stage.visit, after: .zero))
        default:
            guard let outcome = Self.outcomes[words[0]] else {
                throw Mistake(description: "no outcome: \(rest)")
            }
            let storages: [String: SessionResult.Storage] = [
                "renewed": .renewed, "removed": .removed, "forbidden": .notAllowed(.noStore),
            ]
            let stored = Int(words[1]).map { SessionResult.Storage.stored(number: $0) }
            stage.end(
                outcome, words.dropFirst(3).joined(separator: " "),
                changed: words[2] == "-" ? [] : words[2].split(separator: ",").map(String.init),
                storage: stored ?? storages[words[1]] ?? .untouched)
        }
    }

    /// What is reported of other sessions and runs: `visit NUMBER` (sessions report on it from here on), `refuse STATUS BODY`,
    /// `by NAME` (a connection answered 304), `unloaded ADDRESS` (a prefetch was discarded), `earlier NAME … / NAME …`
    /// (the open and the closed tabs of the previous run), `restored FRONT NAME …`, `forgotten ADDRESS`.
    mutating func reportOthers(_ verb: String, _ words: [String], _ rest: String) throws {
        func entries(_ names: some Sequence<String>, at offset: Int) -> [SavedTabs.Entry] {
            names.map {
                SavedTabs.Entry(
                    url: Stage.url("http://127.0.0.1:8420/\($0)"), offset: offset, title: "Page \($0)")
            }
        }
        switch verb {
        case "visit": stage.visit = Int(rest) ?? 0
        case "refuse":
            let status = Int(words[0]) ?? 0
            let body = words.dropFirst().joined(separator: " ")
            stage.end(.failed(.status(status)), "the server answered \(status)", answer: body)
        case "by": stage.end(.allCached, "status 304", answeredBy: ConnectionName(rawValue: rest))
        case "unloaded": stage.send(.preloaded(.forgotten, of: Stage.url(rest), after: .zero))
        case "earlier":
            let closed = entries(words.drop { $0 != "/" }.dropFirst(), at: 0)
            stage.send(
                .tabsKeptClosed(
                    SavedTabs(entries(words.prefix { $0 != "/" }, at: 0), front: 0, closed: closed)))
        case "restored":
            stage.send(
                .tabsRestored(SavedTabs(entries(words.dropFirst(), at: 300), front: Int(words[0]) ?? 0)))
        default: stage.report(ForgetReport(scope: .page(Stage.url(rest))))
        }
    }

    /// What else happens: `at MILLISECONDS` (the time), `fire TIMER`, `poll` (the next one of the watch is due),
    /// `gone` (no version is stored any more), `background dark`, `paste TEXT`, `click TEXT`, `account NAME`,
    /// `style ADDRESS TEXT` (the style sheet asked for last, or `first`; without text it failed), `files NAME …` (of a form), `nofiles REASON`,
    /// `found PATH …` (completions), `edited TEXT`, `sessions DAMAGED` (the recorded ones are read),
    /// `compare TEXT <=> TEXT` (two exchanges).
    mutating func performOther(_ verb: String, _ words: [String], _ rest: String) throws {
        switch verb {
        case "at": stage.uptime = .milliseconds(Int(rest) ?? 0)
        case "fire":
            guard let timer = TimerID.allCases.first(where: { "\($0)" == rest }) else {
                throw Mistake(description: "no timer: \(rest)")
            }
            stage.send(.timerFired(timer))
        case "poll":
            stage.uptime = max(stage.uptime, stage.model.watching?.watch.due ?? .zero)
            stage.send(.timerFired(.watch))
        case "gone": stage.history = [:]
        case "background": stage.press(.background(rest == "light" ? .light : .dark))
        case "graphics": stage.press(.graphics(rest == "named" ? .named : .works))
        case "paste": stage.press(.paste(Self.unescaped(rest)))
        case "click": try stage.click(rest)
        case "account": stage.send(.accountSwitched(rest))
        case "style":
            let isFirst = words[0] == "first"
            let address = words[isFirst ? 1 : 0]
            let text = words.dropFirst(isFirst ? 2 : 1).joined(separator: " ")
            let orders = stage.effects.compactMap { effect -> StyleOrder? in
                if case .ask(.style(let order, _)) = effect { order } else { nil }
            }
            guard let order = (isFirst ? orders : orders.reversed()).first(where: { $0.url.href == address })
            else {
                throw Mistake(description: "not asked for: \(words[0])")
            }
            stage.answer(order, text.isEmpty ? nil : Array(text.utf8))
        case "files":
            stage.answer(
                .success(
                    words.map {
                        SentFile(
                            path: Array("/d/\($0)".utf8), name: $0.replacing("_", with: " "),
                            type: "text/plain",
                            stamp: SentFile.Stamp(size: 2048, modified: 1), nonce: 5)
                    }))
        case "nofiles": stage.answer(Result<[SentFile], QueryRefusal>.failure(QueryRefusal(rest)))
        case "found": stage.answer(words.map { (path: $0, size: $0.hasSuffix("/") ? nil : 1) })
        case "edited": stage.answer(Edit.changed(Self.unescaped(rest)))
        case "sessions":
            stage.answer((sessions: rest == "none" ? [] : stage.past, damaged: Int(rest) ?? 0)) {
                if case .sessions(let reply) = $0 { reply } else { nil }
            }
        default:
            let sides = Self.unescaped(rest).split(separator: " <=> ", omittingEmptySubsequences: false)
            let url = Stage.url("http://shop.example/")
            let made = zip(["one.http", "two.http"], sides).map { name, text in
                ExchangeSide(file: Array(text.utf8), at: url, title: name)
            }
            stage.model.compare(made[0], with: made[1])
            stage.settle()
        }
    }

    static func stream() -> TrafficStream {
        TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
    }

    /// The traffic of a server: `follow ADDRESS`, `server JSON` (a line of its stream), `server waits`, `server ends REASON`,
    /// `server lost REASON` (it is requested again from then on),
    /// `control` (an order was carried out), `control REASON` (it was not).
    mutating func serve(_ verb: String, _ rest: String) async throws {
        let number = stage.model.account.traffic?.number ?? 0
        switch verb {
        case "follow":
            trafficStream = Self.stream()
            stage.send(.traffic(.wanted(TrafficSource(rest), try ExchangeFilter(""))))
        case "control":
            stage.answer(rest.isEmpty ? String?.none : rest) {
                if case .control(_, _, let reply) = $0 { reply } else { nil }
            }
        default:
            if rest == "waits" { return stage.send(.traffic(.caughtUp(number: number))) }
            if rest.hasPrefix("lost ") {
                stage.send(.traffic(.news(trafficStream.disconnect(), number: number)))
                return stage.send(.traffic(.lost(String(rest.dropFirst(5)), number: number)))
            }
            guard rest.hasPrefix("{") else {
                return stage.send(.traffic(.ended(String(rest.dropFirst(5)), number: number)))
            }
            let news = await trafficStream.handle(Array(rest.utf8))
            stage.send(.traffic(.news(news, number: number)))
            stage.settle()
        }
    }

    /// Answers about the tab in front: `prompt` (its text), `notice`, `list` (the entries below the prompt), `titles`
    /// (of the tabs, with their states), `running` (the visits), `version` (that is shown instead of the newest), `shown` (the page's
    /// source without its numbered lines), `exports` (the files that were to be written), `theme` (the one shown and the chosen one), `marks` (the marked texts),
    /// `text PANE COUNT` (lines of a pane, whatever is visible), `traffic` (the rows), `held` (the intercepted messages), `expiry`
    /// (of the notice), `work` (progress and idle work), `outcomes` (of the traffic), `inspected`, `modes` (of the terminal), `posted` (the files
    /// of the form sent last), `tally` (of the matches), `resent` (edited requests).
    func answerAboutTab(_ words: [String]) -> [String] {
        let account = stage.model.account
        switch words[0] {
        case "prompt": return [stage.model.prompt?.editor.text ?? "none"]
        case "notice": return [stage.model.notice.map { Self.word($0) } ?? "none"]
        case "list":
            guard case .field(let line) = stage.model.prompt else { return ["none"] }
            return line.list.shown.map { line.list.entries[$0].name }
        case "titles":
            return account.tabs.indices.map { index in
                let tab = account.tabs[index]
                return (index == account.tabs.frontIndex ? "▸" : " ") + "\(tab.mark(stage.model.plot).sign) "
                    + tab.title + ": " + tab.stateWords + (tab.document == nil ? " (no page)" : "")
            }
        case "running": return [stage.outstanding.sorted().map(String.init).joined(separator: " ")]
        case "version": return [account.tabs.front.navigation?.span ?? "the newest"]
        case "shown":
            let text = String(decoding: stage.model.document?.bytes ?? [], as: UTF8.self)
            return [text.replacing(/<p>line \d+<\/p>/, with: "").replacing("\n", with: "\\n")]
        case "exports":
            return stage.effects.flatMap { effect -> [String] in
                guard case .ask(.export(let order, _)) = effect else { return [] }
                let text = String(decoding: order.bytes(version: ""), as: UTF8.self)
                return [order.path] + text.split(separator: "\n").map(String.init)
            }
        case "theme": return ["shown \(stage.model.shownTheme.name), chosen \(stage.model.screen.theme.name)"]
        case "text":
            let pane = Pane.allCases.first { "\($0)" == words[1] } ?? .page
            return Array((stage.model.texts[pane]?.lines ?? []).map(\.text).prefix(Int(words[2]) ?? 1))
        case "traffic":
            return [stage.trafficRows.map(String.init).joined(separator: " ")]
                + [
                    "row \(account.traffic?.chosen ?? 0), \(account.traffic.map { Self.word($0.state) } ?? "none")"
                ]
        case "expiry": return [stage.noticeEnd.map { "\($0)" } ?? "stays"]
        case "work": return ["progress \(stage.model.showsProgress), idle work \(stage.model.hasIdleWork)"]
        case "outcomes": return (account.traffic?.log.rows ?? []).map { $0.outcome.map { "\($0)" } ?? "none" }
        case "inspected":
            return [stage.model.inspector.map { "visit \($0.visit.opening.visit)" } ?? "nothing"]
        case "posted":
            guard case .open(let opening) = stage.effects.last, case .post(let post) = opening.method else {
                return ["nothing"]
            }
            let body = post.body
            return body.files.map { "\($0.name) \($0.type)" } + [
                "\(body.count - body.bytesInMemory.count) bytes of files"
            ]
        case "tally":
            let text = stage.model.overlayText
            let marks = text.map { text in text.lines.indices.flatMap { text.marks(onLine: $0) }.count }
            return [stage.model.tally.map { "\($0.count): \($0.sought.text)" } ?? "none"]
                + (marks.map { ["\($0) marked in the overlay"] } ?? [])
        case "resent":
            return stage.effects.flatMap { effect -> [String] in
                guard case .ask(.resend(let order, _)) = effect else { return [] }
                return order.letters.compactMap(\.draft).flatMap { draft in
                    [draft.url.href] + draft.headers.fields.map { "\($0.name): \($0.value)" }
                }
            }
        case "held": return account.intercepted.entries.map { "\($0.exchange.id)" }
        default:
            guard let document = stage.model.document else { return ["none"] }
            return (document.reader.search?.marks ?? [:]).sorted { $0.key < $1.key }.flatMap { line, marks in
                marks.map { mark in
                    let text = Array(document.layout.line(line).text)
                    return String(text[mark.columns.clamped(to: 0..<text.count)])
                }
            }
        }
    }
}
