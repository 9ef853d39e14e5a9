import BrowserServices
import CellGrid
import Configuration
import PageLayout
import SonicProtocol
import TestSupport

@testable import Browser
@testable import BrowserValues
@testable import SonicSession

// What sessions and services report beyond the usual.
extension Script {
    /// Performs what is reported:
    /// `head STATUS REASON; NAME: VALUE; …` (the response, with exactly these fields), `part TEXT` (bytes of its body),
    /// `lines N` (numbered, with a boat in every tenth), `coded BYTES TEXT` (encoded and decoded), `decided` (the request, not
    /// sent), `fail FAILURE REASON`, `offline FAILURE REASON` (the session ends so),
    /// `unverified XX REASON` (the session ends so, with a certificate whose SHA-256 is this byte 32 times; a stored page
    /// stays on the screen), `unowned HOST` (it wants a client certificate), `barred CHALLENGE` (401),
    /// `whole TEXT` (all of it, which is the page), `change OLD => NEW` (a block of the page on the screen, whose text
    /// becomes another), `turn OLD => NEW` (the whole page, which replaces it), `redirected STATUS URL`,
    /// `recalled URL PAGE` (the target of a stored redirect),
    /// `foundpage URL PAGE` (the stored page of an address), `behind URL` (opened in the background), `refreshing VALUE` (a stored page with this header), `loaded STORAGE` (a page, with
    /// what the store did), `cookies ACCOUNT works`, `cookies ACCOUNT fails REASON`, `configured JSON5`,
    /// `wake TIMER` (the clock goes on to it), `clock MILLISECONDS`,
    /// `holds ID STATUS REASON; BODY` (an intercepted response), `let-go` (nothing is intercepted),
    /// `editing OLD => NEW` (in the editor), `ahead begun URL`, `ahead OUTCOME URL` (prefetched), `stored URL …` (for offline),
    /// `picture N SYMBOLS` (or `failed`, `unchanged`, `noProgram`), `start inbox` (its pages are known at once),
    /// `begun VISIT` (a session of the front tab), `discarded` (its pages), `uncopied`, `elapsed MILLISECONDS`,
    /// `times N KEY`, `responded WARNING`, `responded failed WORDS`, `polled OLD`, `polled OLD NEW` (by the watch),
    /// `focus lost`, `focus gained`.
    mutating func report(_ verb: String, _ words: [String]) throws {
        let rest = words.joined(separator: " ")
        switch verb {
        case "head":
            var parts: [String] = []
            for part in rest.split(separator: "; ").map(String.init) {
                // A value may contain the separator.
                let isField = part.prefix { $0.isLetter || $0.isNumber || $0 == "-" }.endIndex
                if parts.isEmpty || isField < part.endIndex && part[isField] == ":" {
                    parts.append(part)
                } else {
                    parts[parts.count - 1] += "; " + part
                }
            }
            let fields = parts.dropFirst().map { part in
                let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
                return (pair[0], String((pair.count > 1 ? pair[1] : "").drop { $0 == " " }))
            }
            let line = (parts.first ?? "").split(separator: " ", maxSplits: 1)
            stage.ask(Int(line.first ?? "") ?? 0, line.count > 1 ? String(line[1]) : "", fields)
        case "part": stage.report(.pieceReceived(Self.partBytes(rest)))
        case "whole":
            stage.receive(Self.partBytes(rest))
            stage.learn(.pageKnown(Self.partBytes(rest)))
        case "lines":
            let lines = (1...(Int(rest) ?? 1)).map {
                "<p>line \($0)\($0 % 10 == 0 ? " has a Boat" : "")</p>\n"
            }
            try report("whole", lines)
        case "coded":
            stage.receive(
                Self.partBytes(words.dropFirst().joined(separator: " ")), coded: Self.partBytes(words[0]))
        case "decided":
            let request = Request(method: "GET", url: stage.url, headers: Headers(), body: [])
            stage.report(.requestDecided(request, notes: []))
        case "fail", "offline":
            let reason = words.dropFirst().joined(separator: " ")
            guard let failure = Self.failures[words[0]] else {
                throw Mistake(description: "no failure: \(rest)")
            }
            if case .connection(let lost) = failure { stage.learn(.lost(lost)) }
            stage.end(verb == "fail" ? .failed(failure) : .offline(failure), reason)
        case "unverified":
            var certificate = PeerCertificate()
            certificate.subject = "CN=a.example"
            certificate.issuer = "CN=<b>Pier</b>\u{202E}\u{1B}[31m"
            certificate.validFrom = "Nov 28 10:00:00 2026 GMT"
            certificate.validUntil = "Nov 30 10:00:00 2026 GMT"
            certificate.sha256 = Array(repeating: words[0], count: 32).joined(separator: ":")
            let detail = words.dropFirst().joined(separator: " ")
            let lost = ConnectionFailure.insecure(host: stage.url.host, detail: detail, certificate)
            stage.learn(.lost(lost))
            let moment = Instant(milliseconds: 0)
            let shown = Reason.ShownVersion(number: 3, checked: moment, now: moment, unselected: [])
            let isStored = stage.model.document?.isPage ?? false
            stage.end(
                isStored ? .offline(.connection(lost)) : .failed(.connection(lost)),
                isStored ? .offline(lost, stage.url, shown, nil) : .failed(lost, stage.url, post: nil))
        case "barred":
            stage.ask(401, "Unauthorized", [("WWW-Authenticate", rest)])
            let challenge = Reason.Challenge(isProxy: false, values: [rest], isIdentified: false)
            let refusal = Reason.ErrorStatus(
                status: 401, phrase: "Unauthorized", url: stage.url, purpose: .ordinary, challenge: challenge,
                shown: .nothing)
            stage.end(.failed(.status(401)), .errorStatus(refusal))
        case "unowned":
            let lost = ConnectionFailure.certificateWanted(host: rest, detail: "handshake failure")
            stage.end(.failed(.connection(lost)), .failed(lost, stage.url, post: nil))
        case "change", "turn":
            let parts = rest.split(separator: " => ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let page = stage.model.document?.bytes else {
                throw Mistake(description: "no change: \(rest)")
            }
            let old = String(decoding: page, as: UTF8.self)
            let new = old.replacing(Self.partText(parts[0]), with: Self.partText(parts[1]))
            if verb == "turn" { stage.replace(with: new) } else { stage.update(from: old, to: new) }
        case "redirected":
            stage.report(
                .redirected(from: stage.url, to: Stage.url(words[1]), status: Int(words[0]) ?? 0))
        case "recalled", "foundpage":
            if verb == "recalled" { stage.enter(.readingCache) }
            var page = stage.stored(Self.partBytes(words.dropFirst().joined(separator: " ")))
            page.version.url = Stage.url(words[0]).withoutFragment
            stage.report(
                verb == "foundpage"
                    ? .cachedPageFound(page) : .cachedRedirectFollowed(to: Stage.url(words[0]), page))
        case "configured":
            let read = Settings.read(Array(rest.utf8)).settings
            var settings = BrowserSettings { read.choices(for: $0) }
            settings.general = read.general
            let keys = KeyTable.read(read.general[Settings.keyPreset], read.general[Settings.keys]).table
            stage.send(.configured(settings, keys: keys, warning: nil))
        case "wake":
            guard let timer = Self.timers[rest] else { throw Mistake(description: "no timer: \(rest)") }
            if let time = time(of: timer) { stage.uptime = max(stage.uptime, time) }
            stage.send(.timerFired(timer))
        case "clock": stage.uptime = .milliseconds(Int(rest) ?? 0)
        case "holds":
            let parts = rest.split(separator: "; ", maxSplits: 1)
            stage.hold(
                Int(words[1]) ?? 0, (parts[0].split(separator: " ").dropFirst(2)).joined(separator: " "),
                body: parts.count > 1 ? Self.partText(parts[1]) : "", id: Int(words[0]))
        case "let-go": stage.send(.intercepted([]))
        case "editing":
            guard case .ask(.edit(let text, _, _))? = stage.effects.last else {
                throw Mistake(description: "nothing goes to the editor")
            }
            let parts = rest.split(separator: " => ", maxSplits: 1)
            stage.answer(Edit.changed(text.replacing(String(parts[0]), with: Self.partText(parts[1]))))
        case "ahead":
            let ended = Self.outcomes[words[0]].map { PreloadReport.ended(Self.result($0, of: words[1])) }
            stage.send(.preloaded(ended ?? .begun, of: Stage.url(words[1]), after: .milliseconds(700)))
        case "stored":
            stage.stored = Set(
                words.map { word in
                    let url = Stage.url(word)
                    return PageIdentity(for: url).id(of: url, account: "alice", hashes: .nettle).digest
                })
        case "picture":
            guard let order = orders.dropFirst((Int(words[0]) ?? 1) - 1).first else {
                throw Mistake(description: "no picture is wanted: \(rest)")
            }
            switch words[1] {
            case "failed": stage.answer(order, .failed)
            case "unchanged": stage.answer(order, .unchanged)
            case "pixels":
                let commands = "\u{1B}_Ga=T,f=32,s=1,v=1,c=3,r=2,m=1\u{1B}\\\u{1B}_Gm=0;AQIDBA==\u{1B}\\"
                let picture = Picture(
                    commands: Array(commands.utf8), number: 0, within: Picture.Size(columns: 9, rows: 9))
                guard let picture else { throw Mistake(description: "no picture: \(commands)") }
                stage.answer(order, .drawn(picture))
            case "noProgram": stage.answer(order, .noProgram)
            default:
                let picture = Picture(
                    symbols: Self.partBytes(words[1]), within: Picture.Size(columns: 40, rows: 40))
                guard let picture else { throw Mistake(description: "no picture: \(rest)") }
                stage.answer(order, .drawn(picture, of: words.count > 2 ? words[2] : ""))
            }
        case "start":
            let size = stage.model.screen.size
            stage = Stage(
                columns: size.columns.value, rows: size.rows.value, theme: Self.theme,
                inbox: stage.inboxPages ?? [])
        case "begun":
            _ = stage.model.account.tabs.front.begin(
                Opening(visit: Int(rest) ?? 0, url: stage.url, mode: .reload), move: .stay)
            stage.visit = Int(rest) ?? 0
        case "refreshing":
            stage.enter(.readingCache)
            var page = stage.stored(Self.partBytes("<p>Wait"), Headers([HeaderField("Refresh", rest)]))
            page.verification = .done
            stage.report(.cachedPageFound(page))
        case "behind":
            for case .open(let opening) in stage.model.open(Stage.url(rest), in: .behind) {
                stage.visit = opening.visit
            }
        case "loaded":
            stage.readCache(nil)
            stage.ask(200)
            stage.replace(with: "<title>T</title><h1>Harbour</h1>")
            guard let storage = Self.storages[rest] else { throw Mistake(description: "no storage: \(rest)") }
            stage.end(.firstLoad, "nothing was stored", storage: storage)
            stage.paint()
        case "cookies":
            let isKept = words[1] == "works"
            stage.send(
                .cookiesPersisted(
                    isKept ? .works : .fails(words.dropFirst(2).joined(separator: " ")), account: words[0]))
        case "discarded": stage.model.visit?.discardPages()
        case "uncopied": stage.send(.copyRefused)
        case "elapsed": stage.uptime += .milliseconds(Int(rest) ?? 0)
        case "times":
            guard let key = Key(named: words[1]) else { throw Mistake(description: "no key: \(rest)") }
            for _ in 0..<(Int(words[0]) ?? 1) { stage.press(key) }
        case "responded":
            let text = words.dropFirst().joined(separator: " ")
            let answer: Result<[String], QueryRefusal> =
                words[0] == "failed" ? .failure(QueryRefusal(text)) : .success([rest])
            stage.answer(answer) { if case .respond(_, _, let reply) = $0 { reply } else { nil } }
        case "polled":
            let pages = words.map {
                "<title>A</title><!--sonicdiff-a--><p>\($0)<!--sonicdiff-a-end--><p>same<p><a href=/b>b</a>"
            }
            stage.readCache(pages[0])
            stage.ask(200)
            if pages.count > 1 { stage.update(from: pages[0], to: pages[1]) }
            stage.uptime += .seconds(1)
            let isUpdate = pages.count > 1
            stage.end(isUpdate ? .dataUpdate : .allCached, "it is so", changed: isUpdate ? ["a"] : [])
        default: stage.press(rest == "lost" ? .focusLost : .focusGained)
        }
    }

    private static let failures: [String: Outcome.FailureCause] = [
        "insecure": .connection(.insecure(host: "a.example", detail: "self-signed")),
        "truncated": .connection(.truncated(received: 3, expected: 10)),
        "reset": .connection(.reset(detail: "gone")), "unknownHost": .connection(.unknownHost("127.0.0.1")),
        "refused": .connection(.unreachable(host: "a.example", port: 80, detail: "refused")),
        "notStored": .notStored, "badAnswer": .badAnswer,
    ]

    private static let storages: [String: SessionResult.Storage] = [
        "full": .notStored(.full(path: "/home/a/.cache/sonic/c")),
        "unusable": .notStored(.unusable(path: "/c", reason: "Read-only file system")),
        "failed": .notStored(.failed(operation: "lock", path: "/c/lock", reason: "No locks available")),
        "renewal": .notStored(.full(path: "/c"), of: .renewal),
        "removal": .notStored(.full(path: "/c"), of: .removal),
        "noStore": .notAllowed(.noStore), "untouched": .untouched, "first": .stored(number: 1),
        "second": .stored(number: 2),
    ]

    private static let timers: [String: TimerID] = [
        "loadAhead": .loadAhead, "watch": .watch, "countdown": .countdown, "age": .age,
        "progress": .progress,
    ]

    private var orders: [PictureOrder] {
        stage.effects.compactMap { if case .ask(.picture(let order, _)) = $0 { order } else { nil } }
    }

    private func time(of timer: TimerID) -> Duration? {
        for effect in stage.effects.reversed() {
            if case .setTimer(timer, let time) = effect { return time }
        }
        return nil
    }

    /// Returns a text with the escapes of tables, in parts that ` ++ ` joins; `9*x#` is a part nine times, with the numbers
    /// from 1 in place of `#`.
    static func partBytes(_ text: some StringProtocol) -> [UInt8] {
        String(text).split(separator: " ++ ", omittingEmptySubsequences: false).flatMap { part -> [UInt8] in
            guard let star = part.firstIndex(of: "*"), let count = Int(part[..<star]) else {
                return TableRow.unescaped(part)
            }
            let text = part[part.index(after: star)...]
            return (1...count).flatMap { TableRow.unescaped(text.replacing("#", with: String($0))[...]) }
        }
    }

    static func partText(_ text: some StringProtocol) -> String {
        String(decoding: partBytes(text), as: UTF8.self)
    }

    private static func result(_ outcome: Outcome, of address: String) -> SessionResult {
        SessionResult(
            requested: Stage.url(address), url: Stage.url(address),
            pageID: PageID(account: "alice", digest: "5d41"), outcome: outcome,
            reason: .recorded("nothing answers", code: nil), by: .nobody, status: 200, head: nil,
            addedHeaders: [], answeredBy: nil, request: nil, redirects: [], changedBlocks: [],
            bytesReceived: 3210, bytesSent: 0, timings: [:], findings: [], answerBody: nil,
            storage: .untouched)
    }

    /// Answers `timer TIMER` (its time), `inspector` (its view, form and top), `what` (it shows), `inspectormarks` (those in it, the current one
    /// with `*`), `url` (that of the session), `focus` (the pane, and the one that fills the
    /// screen), `entry` (cursor and top of a list or another overlay), `width` (of the text), `mode` (of the next keys),
    /// `noted` (the versions noted as seen), `asked` (the pages asked for the inbox), `end` (whether the end is on the
    /// screen), `front` (the tab), `tabtitles` (of the tabs), `lines` (the changed ones), `offscreen` (the numbers of changes), `area` (of the
    /// overlay), `inboxnews` (of the inbox), `matches` (of the search), `marked` (the changes, once they are compared).
    mutating func answerAboutModel(_ words: [String]) -> [String] {
        let model = stage.model
        switch words[0] {
        case "timer": return [Self.timers[words[1]].flatMap { time(of: $0) }.map { "\($0)" } ?? "none"]
        case "inspector":
            guard let inspector = model.inspector else { return ["none"] }
            return ["\(inspector.view) \(inspector.form.map { "\($0)" } ?? "-"), top \(inspector.top)"]
        case "what": return [model.inspector?.what ?? "none"]
        case "inspectormarks": return inspectorMarks
        case "url": return [stage.url.href]
        case "focus":
            return [
                "\(model.screen.focus)\(model.screen.zoomed == nil ? "" : ", zoomed"), layout \(model.screen.arrangement)"
            ]
        case "entry":
            if let cursor = model.listed?.cursor { return ["entry \(cursor.index), top \(cursor.top)"] }
            return ["top \(model.overlay?.scroller.top ?? -1)"]
        case "width": return ["\(model.document?.layout.width ?? 0)"]
        case "mode": return [model.inputMode.map { Self.word($0) } ?? "none"]
        case "noted": return ["\(stage.noted)"]
        case "offscreen":
            return ["above \(model.marksOffScreen.above), below \(model.marksOffScreen.below)"]
        case "lines":
            return (model.document?.latest.changes ?? []).flatMap { ($0.lines ?? []).map { Self.word($0) } }
        case "tabtitles": return stage.titles
        case "area":
            let area = model.overlayArea
            return ["rows \(area.row)..<\(area.endRow), columns \(area.column)..<\(area.endColumn)"]
        case "front": return ["\(model.account.tabs.frontIndex)"]
        case "inboxnews": return model.account.inbox.rows.map { "\($0.page.title): \($0.page.news)" }
        case "matches": return [model.tally?.words ?? "none"]
        case "asked": return [stage.refreshing.map(\.path).joined(separator: " ")]
        case "end": return ["\(model.isAtEnd)"]
        default:
            stage.settle()
            return (stage.model.document?.latest.changes ?? []).map { "\($0.name) \($0.kind)" }
        }
    }

    private var inspectorMarks: [String] {
        guard let inspector = stage.model.inspector else { return ["none"] }
        let marks = inspector.search?.marks ?? [:]
        let texts = marks.keys.sorted().flatMap { row -> [String] in
            let line = Array(inspector.lines(row..<row + 1).first?.text ?? "")
            return (marks[row] ?? []).map { ($0.isHit ? "* " : "") + String(line[$0.columns]) }
        }
        return texts.isEmpty ? ["none"] : texts
    }
}

extension String {
    /// The text with `\n` for a line end and so on.
    var escaped: String {
        unicodeScalars.map { $0.value < 0x20 ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}
