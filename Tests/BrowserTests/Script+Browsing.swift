import BrowserValues
import SonicProtocol
import SonicSession

@testable import Browser
@testable import BrowserValues
@testable import Configuration

/// Events for pages, the reader's lines and the answers to queries:
/// `let NAME TEXT` (`$NAME` stands for the text in all later lines), `page HTML`
/// (stored, and still valid), `load NAME` (opens `Stage.page` of that name, and it comes),
/// `data TYPE TEXT` (a response of that type, not HTML), `stored-text TYPE TEXT` (a stored page of that type),
/// `replaced TYPE TEXT` (replaces the page on the screen), `change-blocks OLD => NEW` (an update of its blocks),
/// `refused STATUS REASON HTML` (with a page), `response STATUS REASON;NAME: VALUE;…` (a response's fields),
/// `redirect STATUS FROM TO`, `compare-pages OLD => NEW` (a page without blocks becomes another one),
/// `command LINE` (on the command line), `settings-members MEMBERS` (of the settings file), `waiting` (for the response),
/// `plain HTML` (the cache has it), `pieces COUNT TYPE TEXT` (as `data`, in pieces of so many bytes),
/// `beginning COUNT HTML` (the cache returns the first bytes of a page), `rest NUMBER CHECKED TYPE HTML` (and then the whole;
/// a TYPE may be `-`),
/// `gets TEXT` (a piece of the response), `replace-text HTML`, `stored-at URL HTML`, `change-bytes TYPE OLD => NEW`, `kept URL …`, `known-of ACCOUNT URL` (known pages, to complete addresses),
/// `page-known URL TITLE SINCE` (one of them), `secret HTML` (a page whose request and response have secrets),
/// `forgot ACCOUNT SCOPE;PAGES;VERSIONS;BYTES;FAILURE`, `failed WORDS`, `done WORDS`, `printed TITLE TEXT`,
/// `reply KIND VALUES` (to the last query of that kind), `bookmarked` (the known pages that have bookmarks).
///
/// In a TEXT or HTML, `\n`, `\r`, `\t`, `\e`, `\x80` and `\u{41}` are escapes, and `⟨9*<p>Line #⟩` is a text nine times, with
/// the numbers from 1 in place of `#`.
extension Script {
    /// Performs an event; returns whether it is one of these.
    mutating func browse(_ verb: String, _ words: [String], _ rest: String) throws -> Bool {
        switch verb {
        case "let": texts["$" + words[0]] = words.dropFirst().joined(separator: " ")
        case "page":
            stage.readCache(Self.text(rest))
            stage.end(.allCached, "status 304")
        case "plain": stage.readCache(Self.text(rest))
        case "pieces":
            stage.readCache(nil)
            stage.ask(200, "OK", [("Content-Type", words[1])])
            var rest = Self.bytes(words.dropFirst(2).joined(separator: " "))[...]
            while !rest.isEmpty {
                stage.report(.pieceReceived(Array(rest.prefix(Int(words[0]) ?? 1))))
                rest = rest.dropFirst(Int(words[0]) ?? 1)
            }
            stage.end(.plain(.notHTML), "the answer is not HTML")
        case "load":
            stage.open("http://127.0.0.1:8420/\(rest)")
            stage.come(rest)
        case "data":
            stage.readCache(nil)
            stage.ask(200, "OK", [("Content-Type", words[0])])
            stage.report(.pieceReceived(Self.bytes(words.dropFirst().joined(separator: " "))))
            stage.end(.plain(.notHTML), "the answer is not HTML")
        case "classified": classify(rest)
        case "late": reportLate(rest)
        case "gets": stage.report(.pieceReceived(Self.bytes(rest)))
        case "replace-text": stage.replace(with: Self.text(rest))
        case "stored-text":
            stage.enter(.readingCache)
            var page = stage.stored(Self.bytes(words.dropFirst().joined(separator: " ")), Self.type(words[0]))
            page.verification = .done
            stage.report(.cachedPageFound(page))
        case "stored-at":
            var page = stage.stored(Self.bytes(words.dropFirst().joined(separator: " ")))
            page.version.url = Stage.url(words[0])
            page.verification = .done
            stage.report(.cachedPageFound(page))
        case "change-bytes":
            let parts = words.dropFirst().joined(separator: " ").split(separator: " => ")
                .map { Self.bytes(String($0)) }
            let split = PageSplit(html: parts[1])
            stage.report(
                .blocksUpdated(
                    ShownPage(url: stage.url, html: parts[1], split: split, headers: Self.type(words[0])),
                    changes: PageSplit(html: parts[0]).changes(in: parts[0], to: split, in: parts[1]) ?? [],
                    of: parts[0]))
        case "beginning":
            stage.begin(Self.bytes(words.dropFirst().joined(separator: " ")), first: Int(words[0]) ?? 0)
            stage.paint()
            stage.settle()
        case "rest":
            let html = Self.bytes(words.dropFirst(3).joined(separator: " "))
            var page = stage.stored(
                html, words[2] == "-" ? Headers() : Self.type(words[2]), number: Int(words[0]) ?? 3)
            page.checked = Instant(milliseconds: Int64(words[1]) ?? 0)
            stage.report(.cachedPageFound(page))
        case "replaced":
            let html = Self.bytes(words.dropFirst().joined(separator: " "))
            stage.report(
                .pageReplaced(
                    ShownPage(
                        url: stage.url.withoutFragment, html: html, split: PageSplit(html: html),
                        headers: Self.type(words[0]))))
        case "change-blocks":
            let (old, new) = Self.pair(rest)
            stage.update(from: old, to: new)
            stage.learn(.pageKnown(Array(new.utf8)))
        case "compare-pages":
            let (old, new) = Self.pair(rest)
            stage.readCache(old)
            stage.settle()
            stage.ask(200)
            stage.replace(with: new)
            stage.end(.templateChange, "compared here", storage: .stored(number: 4), by: .client)
            stage.settle()
        case "refused":
            let status = Int(words[0]) ?? 0
            stage.ask(status, words[1], [("Content-Type", "text/html")])
            stage.end(
                .failed(.status(status)), "the server answered \(status)",
                answer: Self.text(words.dropFirst(2).joined(separator: " ")))
        case "response":
            let parts = rest.split(separator: ";").map(String.init)
            let fields = parts.dropFirst().map { field in
                let colon = field.firstIndex(of: ":") ?? field.endIndex
                return (String(field[..<colon]), String(field[colon...].drop { ": ".contains($0) }))
            }
            let line = parts[0].split(separator: " ").map(String.init)
            stage.ask(Int(line[0]) ?? 0, line.dropFirst().joined(separator: " "), fields)
        case "redirect":
            let status = Int(words[0]) ?? 0
            stage.ask(status, "Moved")
            stage.report(
                .redirected(from: Stage.url(words[1]), to: Stage.url(words[2]), status: status))
        case "command":
            stage.press(":")
            stage.type(rest)
            stage.press(.enter)
        case "settings-members":
            let (read, problems) = Settings.read(Array("{ \(rest) }".utf8))
            if let problem = problems.first { throw Mistake(description: problem.message) }
            var settings = BrowserSettings { _ in read.general }
            settings.general = read.general
            stage.send(.configured(settings, keys: .standard, warning: nil))
        case "waiting": stage.enter(.waiting)
        case "failed": stage.send(.failed(rest))
        case "done": stage.send(.done(rest))
        case "printed":
            let text = Self.text(words.dropFirst().joined(separator: " "))
            stage.send(.printed(title: words[0], text))
        case "kept": stage.kept = words.map { Stage.url($0) }
        case "known-of": stage.report(known: [KnownPage(url: Stage.url(words[1]))], of: words[0])
        case "page-known": stage.known.append(Self.known(words))
        case "secret": secret(rest)
        case "forgot": forgot(rest)
        case "bookmarked": stage.bookmarks = stage.known.compactMap(\.bookmark)
        case "reply": try reply(words[0], Array(words.dropFirst()))
        default: return false
        }
        return true
    }

    /// A page that can be completed, bookmarked at a time in seconds since 1970, or not: `-`.
    private static func known(_ words: [String]) -> KnownPage {
        let url = Stage.url(words[0])
        let bookmark = Int64(words[2]).map {
            Bookmark(url: url, title: words[1], since: Instant(milliseconds: $0 * 1000))
        }
        return KnownPage(url: url, title: words[1], bookmark: bookmark)
    }

    /// A stored page is still valid; its request and response have secrets.
    private mutating func secret(_ html: String) {
        stage.readCache(Self.text(html))
        let headers = Headers([
            HeaderField("Cookie", "sid=hidden"), HeaderField("Authorization", "Basic hidden"),
        ])
        let request = Request(method: "GET", url: stage.url, headers: headers)
        stage.report(.requestDecided(request, notes: [.cookies("no tags")]))
        stage.report(
            .requestSent(Array("GET /b HTTP/1.1\r\nHost: a.example\r\ncookie: sid=hidden\r\n\r\n".utf8)))
        let raw = "HTTP/1.1 304 Not Modified\r\nSet-Cookie: sid=hidden; Path=/\r\nX-Odd: a\u{1B}[2Jb\r\n\r\n"
        if let head = ResponseHead(raw: Array(raw.utf8)) { stage.report(.headReceived(head)) }
        stage.end(.allCached, "status 304")
    }

    /// `forgot ACCOUNT SCOPE;PAGES;VERSIONS;BYTES;FAILURE`
    private mutating func forgot(_ text: String) {
        let parts = text.split(separator: ";").map(String.init)
        let words = parts[0].split(separator: " ").map(String.init)
        let scope: ForgetScope =
            switch words[1] {
            case "page": .page(Stage.url(words[2]))
            case "site": .site(words[2])
            case "hour": .hour
            default: .all
            }
        var tally = ForgetTally()
        (tally.pages, tally.versions, tally.bytes) = (
            Int(parts[1]) ?? 0, Int(parts[2]) ?? 0, Int(parts[3]) ?? 0
        )
        let failure = parts.count > 4 ? parts[4] : nil
        stage.report(ForgetReport(scope: scope, tally: tally, failure: failure), of: words[0])
    }

    /// Answers the last query of a kind.
    private mutating func reply(_ kind: String, _ words: [String]) throws {
        let text = Self.text(words.joined(separator: " "))
        switch kind {
        case "accounts": stage.answer(words) { if case .accounts(let reply) = $0 { reply } else { nil } }
        case "cookies":
            let cookies = words.map { word in
                let parts = word.split(separator: "@").map(String.init)
                return Cookie(
                    name: HeaderValue(parts[0]), value: "secret", scope: .domain(parts[1]),
                    created: Instant(milliseconds: 0), demands: .secure)
            }
            let answer: (cookies: [Cookie], failure: String?) = (cookies, nil)
            stage.answer(answer) { if case .cookies(_, let reply) = $0 { reply } else { nil } }
        case "edit": stage.answer(Edit.changed(text))
        case "settings":
            stage.answer(.success(text)) { if case .settingsText(let reply) = $0 { reply } else { nil } }
        case "mistakes":
            stage.answer(.success(text.split(separator: "\n").map(String.init))) {
                if case .writeSettings(_, let reply) = $0 { reply } else { nil }
            }
        case "setting":
            stage.answer(.success(text)) { if case .setting(_, at: _, let reply) = $0 { reply } else { nil } }
        case "requests":
            stage.answer(.success(text)) { if case .requestFile(_, let reply) = $0 { reply } else { nil } }
        case "refusal":
            stage.answer(.failure(QueryRefusal(text))) {
                if case .requestFile(_, let reply) = $0 { reply } else { nil }
            }
        case "part":
            let length = Int(words[3]) ?? 0
            var record = DownloadRecord(
                url: Stage.url(words[1]), type: nil, length: length, validator: .tag("\"v\""))
            record.initiators = words.dropFirst(4).map { Stage.url($0) }
            stage.answer([(words[0], record, Int(words[2]) ?? 0)])
        case "written", "exists":
            guard let order = exports.last else { throw Mistake(description: "nothing was to be saved") }
            let bytes = Int(words[0]) ?? 0
            let isWritten = kind == "written"
            stage.answer(isWritten ? .written(order, bytes: bytes) : .exists(order, bytes: bytes))
        case "unwritten": stage.answer(ExportReport.failed(text))
        case "bookmarks":
            let isOurs = words[0] == "ours"
            let words = words.dropFirst().joined(separator: " ")
            let report = BookmarkReport(
                bookmarks: isOurs ? nil : [], words: isOurs ? .failure(words) : .news(words))
            stage.report(report, of: isOurs ? "alice" : "ben")
        default: throw Mistake(description: "no query: \(kind)")
        }
    }

    /// The files that were to be written.
    var exports: [ExportOrder] {
        stage.effects.compactMap { if case .ask(.export(let order, _)) = $0 { order } else { nil } }
    }

    private static func type(_ text: String) -> Headers {
        Headers([HeaderField("Content-Type", text)])
    }

    private static func pair(_ text: String) -> (old: String, new: String) {
        let parts = text.split(separator: " => ", maxSplits: 1).map { self.text(String($0)) }
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }

    static func text(_ written: String) -> String { String(decoding: bytes(written), as: UTF8.self) }

    static func bytes(_ written: String) -> [UInt8] {
        var text = ""
        var rest = written[...]
        while let start = rest.firstIndex(of: "⟨"), let star = rest[start...].firstIndex(of: "*"),
            let end = rest[start...].firstIndex(of: "⟩"),
            let count = Int(rest[rest.index(after: start)..<star])
        {
            text += rest[..<start]
            let piece = rest[rest.index(after: star)..<end]
            text += (1...count).map { piece.replacing("#", with: String($0)) }.joined()
            rest = rest[rest.index(after: end)...]
        }
        return unescaped(text + rest)
    }

    private static let controls: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "e"): 0x1B,
        UInt8(ascii: "s"): 0x20,
    ]

    private static func unescaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            if let control = controls[sign] {
                bytes.append(control)
            } else if sign == UInt8(ascii: "x") {
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            } else if sign == UInt8(ascii: "u") {
                let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
                bytes += Array(String(Unicode.Scalar(number).map(Character.init) ?? "?").utf8)
                rest = rest.dropFirst(digits.count + 2)
            } else {
                bytes.append(sign)
            }
        }
        return bytes
    }
}
