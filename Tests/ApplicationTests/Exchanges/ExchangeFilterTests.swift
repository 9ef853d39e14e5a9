import Chance
import Foundation
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Exchanges

/// The language of filters, by the table in `filters.txt`.
@Suite struct ExchangeFilterTests {
    private struct Facts: ExchangeFacts {
        let name: String
        let request: Fact<RequestFacts>
        let status: Fact<Int>
        let responseHeaders: Fact<Headers>
        let body: Fact<[UInt8]>
        let outcome: Fact<Outcome.Kind>
        let received: Fact<Int>
        let milliseconds: Fact<Int>
        let findings: Fact<[RuleID]>
        let hasError: Fact<Bool>

        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 13, let url = WebURL(cells[2]) else { return nil }
            func fact<Value>(_ index: Int, _ read: (String) -> Value) -> Fact<Value> {
                cells[index] == "?" ? .pending : cells[index] == "-" ? .absent : .known(read(cells[index]))
            }
            func headers(_ text: String) -> Headers {
                // A part without a colon belongs to the value before it.
                var lines: [String] = []
                for part in text.components(separatedBy: ", ") {
                    if part.contains(": ") {
                        lines.append(part)
                    } else {
                        lines[lines.count - 1] += ", " + part
                    }
                }
                return Headers(
                    lines.map { $0.components(separatedBy: ": ") }.map { HeaderField($0[0], $0[1]) })
            }
            name = cells[0]
            let asked = cells[4] == "-" ? Headers() : headers(cells[4])
            let client = Exchange.Client(
                address: cells[3] == "-" ? nil : cells[3], userAgent: asked.first("user-agent"))
            request = .known(RequestFacts(method: cells[1], url: url, headers: asked, client: client))
            status = fact(5) { Int($0) ?? 0 }
            responseHeaders = fact(6, headers)
            body = fact(7) { Array($0.utf8) }
            outcome = fact(8) { Outcome.Kind(spelled: $0) ?? .plain }
            received = fact(9) { Int($0) ?? 0 }
            milliseconds = fact(10) { Int($0) ?? 0 }
            findings = fact(11) { [RuleID($0)] }
            hasError = fact(12) { $0 == "yes" }
        }
    }

    private static let lines: [Substring] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "filters.txt")
        // Without the file there are no rows, which a test reports.
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }()

    private static let exchanges = lines.compactMap(Facts.init)

    @Test func `a filter selects the exchanges of the table`() throws {
        #expect(Self.exchanges.count == 7)
        let rows = Self.lines.filter { $0.contains("=> ") }
        #expect(rows.count > 70)
        for row in rows {
            let parts = row.components(separatedBy: "=> ")
            let filter = try ExchangeFilter(parts[0])
            func names(_ result: Bool?) -> String {
                Self.exchanges.filter { filter.matches($0) == result }.map(\.name).joined(separator: " ")
            }
            let undecided = names(nil)
            let found = names(true) + (undecided.isEmpty ? "" : " ? " + undecided)
            #expect(
                found.trimmingCharacters(in: .whitespaces) == parts[1].trimmingCharacters(in: .whitespaces),
                "\(row)")
        }
    }

    @Test func `each word of the language is in the table of tests`() {
        let words = FilterWord.table.map(\.name)
        #expect(Set(words).count == words.count)
        for word in words { #expect(Self.lines.contains { $0.contains(word + ":") }, "\(word)") }
    }

    /// The column of the mistake in a line; nil if it is a filter.
    private static func column(of line: String, for use: ExchangeFilter.Use = .selection) -> Int? {
        do throws(ExchangeFilter.Mistake) {
            _ = try ExchangeFilter(line, for: use)
            return nil
        } catch {
            return error.column
        }
    }

    @Test(arguments: [("!> ", 30, ExchangeFilter.Use.selection), ("!!> ", 10, .interception)])
    func `a mistake is reported with its place`(sign: String, count: Int, use: ExchangeFilter.Use) {
        let rows = Self.lines.filter { $0.contains(" " + sign) }
        #expect(rows.count > count)
        for row in rows {
            let parts = row.components(separatedBy: sign)
            #expect(Self.column(of: parts[0], for: use) == Int(parts[1]), "\(row)")
        }
    }

    @Test func `the length of a line and the depth of its brackets are bounded`() {
        func within(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(Self.column(of: within(32)) == nil)
        #expect(Self.column(of: within(33)) == 34)
        #expect(Self.column(of: within(2000)) == 34)
        #expect(Self.column(of: String(repeating: "-", count: 4095) + "a") == nil)
        #expect(Self.column(of: String(repeating: "host=a ", count: 500)) == nil)
        #expect(Self.column(of: String(repeating: "a", count: 4097)) == 4097)
    }

    // MARK: Interception

    private static let request = Request(
        url: WebURL("http://news.example:8080/news?id=1")!,
        headers: Headers([
            HeaderField("accept-diff", "true"), HeaderField("template-tag", "t"),
            HeaderField("If-None-Match", "e"),
        ]))

    private static func head(_ status: Int, _ fields: [HeaderField] = []) -> ResponseHead {
        ResponseHead(version: "HTTP/1.1", status: status, reason: "", headers: Headers(fields), raw: [])
    }

    private static let asked = MessageFacts(RequestFacts(request), body: [])
    private static let answered = MessageFacts(head(304), body: nil, to: request)

    @Test(arguments: TableRow.rows("intercept", in: "Tests/ApplicationTests/Configuration/values.table"))
    func `a filter intercepts the halves that it names, and responses by default`(row: TableRow) throws {
        let (line, request, response) = (row[1], Bool(row[2]), Bool(row[3]))
        let filter = try ExchangeFilter(line, for: .interception)
        #expect(filter.intercepts(Self.asked) == request ?? false)
        #expect(filter.intercepts(Self.answered) == response ?? false)
        #expect(filter.intercepts(Self.answered, for: .part) == false)
    }

    @Test func `resources are intercepted if they are named, and bodies once they are known`() throws {
        let filter = try ExchangeFilter("resources body:price", for: .interception)
        #expect(filter.intercepts(Self.answered, for: .part) == nil)
        for (body, isHeld) in [("a price", true), ("", false)] {
            let message = MessageFacts(Self.head(200), body: Array(body.utf8), to: Self.request)
            #expect(filter.intercepts(message, for: .part) == isHeld)
        }
    }

    @Test(
        arguments: [
            (Outcome.Kind.allCached, 304, [], true),
            (.dataUpdate, 200, [HeaderField("template-change", "false")], true),
            (.templateChange, 200, [HeaderField("template-change", "true")], true),
            (.firstLoad, 200, [HeaderField("template-change", "true")], false),
            (.plain, 200, [], true), (nil, 302, [HeaderField("Location", "/b")], true),
            (.failed, 500, [], true),
        ] as [(Outcome.Kind?, Int, [HeaderField], Bool)])
    func `the outcome announced by the headers is that of the session`(
        outcome: Outcome.Kind?, status: Int, fields: [HeaderField], isTagged: Bool
    ) {
        var request = Self.request
        if !isTagged { request.headers = Headers([HeaderField("accept-diff", "true")]) }
        #expect(Outcome.Kind(announcedBy: Self.head(status, fields), to: request) == outcome)
    }

    // MARK: Completion

    @Test(
        arguments: TableRow.rows(
            "the last word is completed", in: "Tests/ApplicationTests/Exchanges/exchanges.table"))
    func `the last word is completed`(row: TableRow) {
        let (line, words) = (row[1], row.lines(2))
        let found = ExchangeFilter.completions(of: line, for: .interception)
            .map(\.text).filter { $0.hasPrefix(line) }
        #expect(line.isEmpty ? found.starts(with: words) : found == words)
    }

    @Test func `each word is completed with its meaning, and those of interception only there`() {
        let offered = ExchangeFilter.completions(of: "", for: .selection)
        #expect(offered.map(\.text) == FilterWord.table.map { $0.name + ":" } + ["and", "or", "not"])
        #expect(offered.allSatisfy { !$0.help.isEmpty })
    }

    @Test func `any line is a filter or is refused, and no exchange makes it crash`() {
        var random = SeededGenerator(seed: 40)
        let parts =
            FilterWord.table.flatMap { [$0.name + ":", $0.name + "=", $0.example] } + [
                "-", "\"", " ", " ", " or ", " and ", " not ", "(", ")", ":", ",", "304", "xx", "é", "*", ">",
                "9k",
                "a", "responses", "\t",
            ]
        var accepted = 0
        for _ in 0..<3000 {
            let line = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
            for use in [ExchangeFilter.Use.selection, .interception] {
                _ = ExchangeFilter.completions(of: line, for: use)
                // A refused line is not a filter.
                guard let filter = try? ExchangeFilter(line, for: use) else { continue }
                accepted += 1
                for facts in Self.exchanges { _ = filter.matches(facts) }
                for message in [Self.asked, Self.answered] { _ = filter.intercepts(message) }
            }
        }
        #expect(accepted > 300)
    }
}
