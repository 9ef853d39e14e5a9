import Foundation
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

/// Answers of real servers, from a table: the findings, and the advice that they show and do not show.
@Suite struct ServerAnswerTests {
    /// A case of the table: its name and its lines.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let lines: [String]
        var testDescription: String { name }
    }

    static let table = ["servers.txt", "readings.txt"].flatMap { cases(in: $0) }

    private static func cases(in name: String) -> [Case] {
        // A table that cannot be read has no case, which a test finds.
        let text = (try? GoldenFile.text("Tests/ApplicationTests/Workbench/Lint/Answers/\(name)")) ?? ""
        let lines = text.components(separatedBy: "\n").filter { !$0.hasPrefix("#") }
        return lines.split(separator: "").map { Case(name: $0.first ?? "", lines: Array($0.dropFirst())) }
    }

    /// A response of a case.
    private struct Response {
        var kind: String
        var block: String
        var headers: [(name: String, value: String)] = []
        var foot = ""
        var hash = "{sha1}"
        var before = ""
        var after = ""
        var body: String?
        var isEdited = false

        private var page: (head: String, body: [UInt8]) { OtherReadingTests.page(block, foot: foot) }

        func events() throws -> [ResponseEvent] {
            let page = page
            var head = page.head
            if kind == "update" {
                head = head.replacing("template-change: true", with: "template-change: false")
            }
            if kind == "plain" { head = "HTTP/1.1 200 OK\nContent-Type: text/html" }
            if kind == "same" { head = "HTTP/1.1 304 Not Modified\ncache-offline: store" }
            for header in headers {
                let name = header.name.filter { $0 != "+" }
                if name == header.name {
                    let kept = head.split(separator: "\n").filter {
                        !$0.lowercased().hasPrefix(name.lowercased() + ":")
                    }
                    head = kept.joined(separator: "\n")
                }
                if !header.value.isEmpty {
                    head += "\n\(name): " + filled(header.value, body.map { Array($0.utf8) } ?? page.body)
                }
            }
            let content =
                if let body { Array(body.utf8) } else {
                    switch kind {
                    case "same": [UInt8]()
                    case "update": OtherReadingTests.update(filled(hash, page.body))
                    default: page.body
                    }
                }
            return try OtherReadingTests.response(
                head, Array(before.utf8) + content + Array(after.utf8), edited: isEdited)
        }

        private func filled(_ text: String, _ page: [UInt8]) -> String {
            let sha1 = Hashes.nettle.sha1(page)
            let digits = Array(sha1)
            let bytes = stride(from: 0, to: 40, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            let express = "W/\"\(String(page.count, radix: 16))-\(Base64.text(bytes).prefix(27))\""
            let others = [
                "{sha256}": Hashes.nettle.sha256?(page) ?? "none",
                "{line-end}": Hashes.nettle.sha1(page + [0x0A]),
                "{mark}": Hashes.nettle.sha1([0xEF, 0xBB, 0xBF] + page),
                "{template}": Hashes.nettle.sha1(PageSplit(html: page).templateBytes(of: page)),
                "{stored}": Hashes.nettle.sha1(OtherReadingTests.page("1").body),
                "{empty}": Hashes.nettle.sha1([]),
            ]
            if let other = others[text] { return other }
            return text.replacing("{sha1}", with: sha1).replacing("{md5}", with: Hashes.nettle.md5(page))
                .replacing("{express}", with: express)
        }
    }

    @Test func `the table has cases`() {
        #expect(Self.table.count > 60)
    }

    @Test(arguments: table) func `a server's answer has its findings and their advice`(_ example: Case)
        async throws
    {
        var responses: [Response] = []
        var added: [HeaderField] = []
        var expectations: [(word: String, rest: String)] = []
        for line in example.lines {
            let (word, rest) = Self.split(line, at: " ")
            switch word {
            case "page", "update", "again", "same":
                responses.append(Response(kind: word, block: Self.unescaped(rest)))
            case "plain":
                responses.append(Response(kind: word, block: "", body: Self.unescaped(rest)))
            case "added":
                let (name, value) = Self.split(rest, at: ": ")
                added.append(HeaderField(name, value))
            case "finds", "lacks", "says", "hides", "tells", "keeps", "none", "mild":
                expectations.append((word, rest))
            default:
                let last = try #require(responses.indices.last)
                switch word {
                case "foot": responses[last].foot = Self.unescaped(rest)
                case "before": responses[last].before = Self.unescaped(rest)
                case "after": responses[last].after = Self.unescaped(rest)
                case "hash": responses[last].hash = rest
                case "body": responses[last].body = Self.unescaped(rest)
                case "edited": responses[last].isEdited = true
                default:
                    let isRemoved = line.hasPrefix("-")
                    let (name, value) = Self.split(isRemoved ? String(line.dropFirst()) : line, at: ": ")
                    responses[last].headers.append((name, isRemoved ? "" : value))
                }
            }
        }
        let found = await OtherReadingTests.findings(
            try responses.map { try $0.events() }, sessions: responses.count { $0.kind != "again" },
            added: added)
        let list = found.map { "\($0.rule.rawValue) \(Self.name($0.cause))" }
        var advice = ""
        for (word, rest) in expectations {
            switch word {
            case "finds":
                let (rule, cause) = Self.split(rest, at: " ")
                let finding = try #require(
                    found.first { $0.rule.rawValue == rule && Self.name($0.cause) == cause }, "\(list)")
                advice = finding.advice.map { $0.why + " " + $0.fix } ?? ""
            case "lacks": #expect(!found.contains { $0.rule.rawValue == rest }, "\(list)")
            case "tells", "keeps":
                let (rule, words) = Self.split(rest, at: " ")
                let messages = found.filter { $0.rule.rawValue == rule }.map(\.message)
                let message = try #require(messages.first, "\(list)")
                if words.hasPrefix("= ") {
                    #expect(messages == [String(words.dropFirst(2))])
                } else {
                    #expect(message.contains(words) == (word == "tells"), "\(message)")
                }
            case "none": #expect(found == [])
            case "mild": #expect(found.allSatisfy { $0.severity < .error })
            case "says": #expect(advice.contains(rest), "\(advice)")
            default: #expect(!advice.isEmpty && !advice.contains(rest), "\(advice)")
            }
        }
        #expect(!expectations.isEmpty)
    }

    private static func name(_ cause: Finding.Cause?) -> String { cause.map { "\($0)" } ?? "" }

    /// The parts before and after the first of these separators.
    private static func split(_ line: String, at separator: String) -> (String, String) {
        guard let place = line.range(of: separator) else { return (line, "") }
        return (String(line[..<place.lowerBound]), String(line[place.upperBound...]))
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n").replacing("\\u{FEFF}", with: "\u{FEFF}")
            .replacing("\\u{FFFD}", with: "\u{FFFD}")
    }
}
