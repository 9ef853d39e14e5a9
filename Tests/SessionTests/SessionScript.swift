import SonicProtocol
import SystemLibraries
import TestSupport

@testable import SessionWords
@testable import SonicSession

/// A session written as text: what is stored and what the server replies, then questions.
///
/// Cells of a line are separated by ` | `. A PAGE is `v1`, `v2`, `other` (the sample's versions) or HTML. In cells, `{sha1 PAGE}`,
/// `{tag PAGE}`, `{update PAGE}`, `{page PAGE}`, `{block NAME TEXT}`, `{date SECONDS}` (from now) and `{COUNT*TEXT}` stand for what they name, and `\n`
/// and `\u{41}` for characters.
///
/// - `stored PAGE`, `compared PAGE` (in memory), `rest PAGE`, `verified PAGE`; cells: `plain`, `untagged`, `owed`,
///   `begun COUNT`, `failures COUNT`, `number NUMBER`, `checked SECONDS`, `etag TAG`, `tag TAG`, `only HEADER` (no other),
///   `at URL`, `type TYPE`, `note TEXT`, or a header. `reading` begins the next result of the cache, `led FROM TO STATUS` is a
///   redirect of it, `off SECONDS` turns Sonic off, `rest failure` is an error of the disk, `full disk` another.
/// - `full PAGE` and `data PAGE` (an update), `answer STATUS PHRASE`, `lost FAILURE`; cells: a header, `offline VALUE`,
///   `change VALUE`, `without NAME`, `swap OLD => NEW` (in the head and in the body), `body TEXT`, `keep COUNT`, `shorten COUNT`,
///   `hashed` (the ETag is the body's hash), `cut FAILURE`.
/// - `mode MODE`, `url URL`, `post BODY`, `exact HEADER`, `adds HEADER`, `site adds HEADER`, `limit body COUNT`,
///   `limit redirects COUNT`, `retain`, and the site's terms: `retries COUNT`, `local off`, `private`, `unstored`, `forget SECONDS`,
///   `fresh SECONDS`, `fallback SECONDS`, `override SECONDS`.
struct SessionScript: PlayScript {
    private var play = Play([])
    private var mode = SessionMode.open
    private var method = RequestMethod.get
    private var url = Play.url
    private var limits = SessionLimits()
    private var isDone = false

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    mutating func perform(_ line: String) throws {
        if isDone { throw Mistake(description: "it is over: \(line)") }
        let cells = Self.cells(line)
        let (verb, rest) = Self.parted(cells[0])
        let more = cells.dropFirst()
        let number = Int(rest) ?? 0
        let last = play.readings.count - 1
        switch verb {
        case "stored": play.readings[last].page = try Self.stored(rest, more)
        case "compared": play.readings[last].compared = try Self.stored(rest, more)
        case "verified": play.verified = try Self.stored(rest, more)
        case "rest" where rest == "failure":
            play.rest.failure = .failed(operation: "read", path: "html", reason: "I/O error")
        case "rest": play.rest.page = try Self.stored(rest, more)
        case "reading": play.readings.append(CacheReadResult())
        case "led":
            let words = rest.split(separator: " ").map(String.init)
            play.readings[last].redirects.append(
                .init(
                    from: try WebURL.parse(words[0]), to: try WebURL.parse(words[1]),
                    status: Int(words[2]) ?? 0))
        case "off": play.readings[last].sonicOff = Play.now.adding(seconds: Int64(number))
        case "full" where rest == "disk": play.storeFailure = .full(path: "/c")
        case "full", "data", "answer": play.replies.append(try Self.reply(verb, rest, more))
        case "lost": play.replies.append(.lost(try Self.failure(rest)))
        case "mode": mode = try Self.mode(rest)
        case "url": url = try WebURL.parse(rest)
        case "post":
            let form = "application/x-www-form-urlencoded"
            method = .post(PostBody(Array(rest.utf8), contentType: form, origin: "http://news.example"))
        case "exact": play.exact = Headers((play.exact?.fields ?? []) + [try Self.field(rest)])
        case "adds": play.orderHeaders.append(try Self.field(rest))
        case "site": play.terms.responseHeaders.append(try Self.field(Self.parted(rest).rest))
        case "limit":
            let (name, count) = Self.parted(rest)
            if name == "body" {
                limits.bodyBytes = Int(count) ?? 0
            } else {
                limits.redirects = Int(count) ?? 0
            }
        case "retain": play.keeping = .first
        case "retries": play.terms.retries = Int(rest)
        case "local": play.terms.localServer = rest == "on" ? .on : .off
        case "private": play.terms.isPrivate = true
        case "unstored": play.terms.isStored = false
        case "forget": play.terms.sonicOff = number
        case "fresh": play.terms.freshPages = number
        case "fallback": play.terms.lifetime = .fallback(seconds: Int64(number))
        case "override": play.terms.lifetime = .override(seconds: Int64(number))
        default: throw Mistake(description: "no verb: \(line)")
        }
    }

    /// Answers a question: `trace`, `asked` (its requests), `has TEXT` (its lines with the text), `pauses`, `first COUNT` and `last`
    /// (of its lines), `outcome`, `reason`, `reason has TEXT` and `words has TEXT` (the text, if it is there), `findings`, `rules`,
    /// `next` (request), `storage`, `by`, `blocks`, `commits`, `headers` (those that were stored), `head` (the response's), `added`, `redirects`, `url`, `received`, `body`,
    /// `retained`, `callback`, `status` (of VasSonic) or `log`.
    mutating func answer(_ question: String) throws -> [String] {
        if !isDone { _ = play.run(mode, method, limits: limits, url: url) }
        isDone = true
        return try plainAnswer(question).map { Self.named($0) }
    }

    private func plainAnswer(_ question: String) throws -> [String] {
        let lines = play.lines
        let (verb, rest) = Self.parted(question)
        switch verb {
        case "trace": return lines
        case "asked": return lines.filter { $0.hasPrefix("ask ") }
        case "pauses": return lines.filter { $0.hasPrefix("pause ") }
        case "has": return Self.some(lines.filter { $0.contains(rest) })
        case "first": return Array(lines.prefix(Int(rest) ?? 1))
        case "last": return Array(lines.suffix(1))
        default: break
        }
        guard let result = play.result else { return ["HANGS"] }
        switch verb {
        case "outcome": return ["\(CaseText.line(result.outcome))"]
        case "reason", "words":
            let text = verb == "words" ? result.reason.words : play.reasonCase
            if rest.isEmpty { return [text] }
            let wanted = Self.filled(Self.parted(rest).rest)
            return [text.contains(wanted) ? wanted : "(none)"]
        case "findings": return Self.some(play.findingCases)
        case "rules": return Self.some(result.findings.map(\.rule.rawValue))
        case "next": return [result.next.map(CaseText.line) ?? "(none)"]
        case "storage": return [CaseText.line(result.storage)]
        case "by": return ["\(result.by)"]
        case "blocks": return Self.some(result.changedBlocks)
        case "commits":
            return Self.some(
                play.commits.map {
                    let etag = $0.etag ?? "-"
                    return
                        "\(String(decoding: $0.html, as: UTF8.self)), etag \(etag), tag \($0.templateTag ?? "-"), "
                        + "failures \($0.updateFailures)"
                })
        case "headers":
            return Self.some(play.commits.flatMap { $0.headers.fields.map { "\($0.name): \($0.value)" } })
        case "head": return Self.some(result.head?.headers.fields.map { "\($0.name): \($0.value)" } ?? [])
        case "added": return Self.some(result.addedHeaders.map { "\($0.name): \($0.value)" })
        case "redirects": return Self.some(result.redirects.map(CaseText.line))
        case "url": return [result.url.href]
        case "received": return ["\(result.bytesReceived)"]
        case "body": return [result.answerBody.map { String(decoding: $0, as: UTF8.self) } ?? "(none)"]
        case "retained": return Self.retained(result.retainedResponse)
        case "callback", "status", "log": return told(verb, result)
        default: throw Mistake(description: "no question: see \(question)")
        }
    }

    private func told(_ verb: String, _ result: SessionResult) -> [String] {
        var trace = SessionTrace(Play.url, mode: mode)
        for event in play.events { trace.handle(event, at: .zero) }
        trace.handle(.ended(result), at: .zero)
        if verb == "log" { return trace.log.map(\.event).filter { $0 != .step }.map(\.rawValue) }
        let callback = DiffCallback(trace, at: .microseconds(7_900))
        return verb == "status"
            ? ["\(SonicStatus(callback).rawValue)"] : [callback?.json.text() ?? "(none)"]
    }

    private static func retained(_ response: RetainedResponse?) -> [String] {
        guard let response else { return ["(none)"] }
        func text(_ bytes: [UInt8]?) -> String {
            bytes.map { $0.isEmpty ? "(empty)" : String(decoding: $0, as: UTF8.self) } ?? "-"
        }
        return [
            "status \(response.status), asked \(response.asked.etag ?? "-") \(response.asked.templateTag ?? "-")",
            "change \(response.headers.first("template-change") ?? "-")",
            "stored \(text(response.stored?.version.html))", "body \(text(response.body))",
            "page \(text(response.page))",
        ]
    }

    // MARK: Parts of lines

    private static func some(_ lines: [String]) -> [String] { lines.isEmpty ? ["(none)"] : lines }

    private static func parted(_ text: String) -> (verb: String, rest: String) {
        let verb = text.prefix { $0 != " " }
        return (String(verb), String(text.dropFirst(verb.count + 1)))
    }

    private static func cells(_ line: String) -> [String] {
        var cells: [String] = []
        var rest = line[...]
        while let end = rest.firstRange(of: " | ") {
            cells.append(String(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return (cells + [String(rest)]).map(filled)
    }

    private static func field(_ text: String) throws -> HeaderField {
        guard let colon = text.firstIndex(of: ":") else { throw Mistake(description: "no header: \(text)") }
        return HeaderField(
            String(text[..<colon]), String(text[text.index(after: colon)...].drop { $0 == " " }))
    }

    private static func page(_ name: String) -> String { ["v1": v1, "v2": v2, "other": other][name] ?? name }

    /// Replaces what stands for something else.
    private static func filled(_ text: String) -> String {
        var result = text.replacing("\\n", with: "\n")
        for match in text.matches(of: /\\u\{([0-9A-F]+)\}/) {
            let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
            result = result.replacing(match.0, with: scalar.map { String($0) } ?? "")
        }
        while let match = result.firstMatch(
            of: /\{(sha1|SHA1|tag|update|page|block|date|[0-9]+\*)( ?)([^{}]*)\}/)
        {
            let page = page(String(match.3))
            let new =
                switch match.1 {
                case "sha1": Sample.sha1(page)
                case "SHA1": Sample.sha1(page).uppercased()
                case "tag": Sample.templateTag(page)
                case "update": Sample.update(page)
                case "page": page
                case "block": block(page)
                case "date": HTTPDate.text(Play.now.adding(seconds: Int64(match.3) ?? 0))
                default: String(repeating: String(match.3), count: Int(match.1.dropLast()) ?? 0)
                }
            result.replaceSubrange(match.range, with: new)
        }
        return result
    }

    /// The block of a name and a text.
    private static func block(_ text: String) -> String {
        let (name, text) = parted(text)
        return "<!--sonicdiff-\(name)-->\(text)<!--sonicdiff-\(name)-end-->"
    }

    /// Names the sample's versions, hashes and template tags in an answer.
    private static func named(_ text: String) -> String {
        var text = text
        for (name, page) in [("1", v1), ("2", v2), ("3", other)] {
            for (letter, hash) in [("X", Sample.sha1(page)), ("T", Sample.templateTag(page))] {
                text = text.replacing(hash, with: letter + name).replacing(
                    Words.short(hash), with: letter + name)
                let upper = hash.uppercased()
                text = text.replacing(Words.short(upper), with: "upper " + letter + name)
            }
            text = text.replacing(page, with: ["v1", "v2", "other"][(Int(name) ?? 1) - 1])
        }
        return text.replacing("\n", with: "\\n").replacing("\u{2028}", with: "\\u{2028}").replacing(
            "\u{2029}", with: "\\u{2029}")
    }

    private static func mode(_ name: String) throws -> SessionMode {
        let modes: [SessionMode] = [
            .open, .reload, .forceReload, .back, .forceCache, .cacheOnly, .onlyIfCached,
        ]
        guard let mode = modes.first(where: { "\($0)" == name }) else {
            throw Mistake(description: "no mode: \(name)")
        }
        return mode
    }

    private static func failure(_ text: String) throws -> ConnectionFailure {
        let (name, detail) = parted(text)
        let numbers = detail.split(separator: " ").compactMap { Int($0) }
        switch name {
        case "reset": return .reset(detail: detail)
        case "unknownHost": return .unknownHost(detail)
        case "unreachable": return .unreachable(host: "news.example", port: 80, detail: detail)
        case "malformed": return .malformed(detail: detail)
        case "cancelled": return .cancelled
        case "truncated": return .truncated(received: numbers[0], expected: numbers[1])
        default: throw Mistake(description: "no failure: \(text)")
        }
    }

    private static func stored(_ text: String, _ cells: some Sequence<String>) throws -> StoredPage {
        let cells = Array(cells)
        var page = Sample.stored(
            Self.page(text), sonic: !cells.contains("plain"), tags: !cells.contains("untagged"))
        for cell in cells {
            let (verb, rest) = parted(cell)
            let number = Int(rest) ?? 0
            switch verb {
            case "plain", "untagged": break
            case "owed": page.verification = .owed
            case "begun":
                page.verification = .begun(length: page.version.html.count)
                page.version.html = Array(page.version.html.prefix(number))
            case "failures": page.version.updateFailures = number
            case "number": page.number = number
            case "checked": page.checked = Play.now.adding(seconds: Int64(number))
            case "etag": page.version.etag = rest
            case "tag": page.version.templateTag = rest
            case "only": page.version.headers = Headers([try field(rest)])
            case "type": page.version.headers = Headers([HeaderField("Content-Type", rest)])
            case "at": page.version.url = try WebURL.parse(rest)
            case "note": page.notes.append(rest)
            default:
                let header = try field(cell)
                page.version.headers.append(header.name, header.value)
            }
        }
        return page
    }

    private static func reply(_ kind: String, _ text: String, _ cells: some Sequence<String>) throws -> Reply
    {
        var head =
            kind == "answer" ? text : Sample.head(page(text), change: kind == "data" ? "false" : "true")
        var body = kind == "answer" ? "" : kind == "data" ? Sample.update(page(text)) : page(text)
        var failure: ConnectionFailure?
        for cell in cells {
            let (verb, rest) = parted(cell)
            switch verb {
            case "offline": head = head.replacing("Cache-Offline: true", with: "Cache-Offline: \(rest)")
            case "change":
                let lines = head.split(separator: "\n").map { line in
                    line.hasPrefix("template-change") ? "template-change: \(rest)" : line
                }
                head = lines.joined(separator: "\n")
            case "without":
                head = head.split(separator: "\n").filter { !$0.hasPrefix(rest) }.joined(separator: "\n")
            case "swap":
                let parts = rest.split(separator: "=>", maxSplits: 1, omittingEmptySubsequences: false)
                let (old, new) = (parts[0].dropLast(), parts[1].dropFirst())
                head = head.replacing(old, with: new)
                body = body.replacing(old, with: new)
            case "body": body = page(rest)
            case "keep": body = String(body.prefix(Int(rest) ?? 0))
            case "shorten": body = String(body.dropLast(Int(rest) ?? 0))
            case "hashed": head += "\nEtag: \"\(Sample.sha1(body))\""
            case "cut": failure = try Self.failure(rest)
            default: head += "\n" + cell
            }
        }
        return failure.map { .cut(head, body: body, $0) } ?? .answer(head, body: body)
    }
}
