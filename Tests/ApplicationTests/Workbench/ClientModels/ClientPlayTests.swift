import SonicProtocol
import TestSupport
import Testing
import Workbench

/// Plays of the models of the clients: a response, and what each of them makes of it.
///
/// A PAGE is `TITLE NAME=TEXT …` (a title and blocks, as in `ClientScene.page`), with the cells `before HTML` and `rest HTML`, or
/// HTML, in which `{block NAME TEXT}` is a block. `old PAGE` is stored and `new PAGE` the server's; `answers HEADER` and
/// `answered HEADER` replace headers of the response and of the stored page (an empty value removes one; `{sha1 old}` is the old page's hash); `body TEXT` is the
/// update's, `tail TEXT` follows it, `hash none`, `hash upper` or `hash TEXT` is its html-sha1, `asked TAG` the requested ETag.
struct ClientScript: PlayScript {
    private var scene = ClientScene(old: nil, new: "")
    private var body: String?
    private var tail = ""
    private var asked: String?
    private var readings: [(phone: ClientModel, outcome: ClientOutcome)] = []

    mutating func perform(_ line: String) throws {
        let (verb, rest) = Self.parted(line)
        switch verb {
        case "old": scene.old = Self.page(rest)
        case "new": scene.new = Self.page(rest)
        case "answers": scene.answers.append(header(rest))
        case "answered": scene.answered.append(header(rest))
        case "body": body = rest
        case "tail": tail = rest
        case "hash":
            let sha1 = ClientScene.sha1(scene.new)
            let hash = ["none": "", "upper": sha1.uppercased()][rest] ?? ClientScene.sha1(rest)
            body = ClientScene.json(scene.new, sha1: hash)
        case "asked": asked = rest
        default: throw Mistake(description: "no verb: \(line)")
        }
    }

    /// Answers a question: `whole`, `update` or `status NUMBER`, what each client makes of that response; `notes`, `causes`,
    /// `received` (by the page's script) and `verdict`, of the last of these.
    mutating func answer(_ question: String) throws -> [String] {
        let (verb, rest) = Self.parted(question)
        if ["whole", "update", "status"].contains(verb) {
            readings = ClientModel.allCases.map { ($0, reading(verb, Int(rest) ?? 0, on: $0)) }
            return readings.map { "\($0.phone): \(line($0.outcome))" }
        }
        return try readings.flatMap { phone, outcome -> [String] in
            switch verb {
            case "notes": return outcome.notes.map { "\(phone): \($0)" }
            case "causes": return outcome.causes.map { "\(phone): \($0)" }
            case "received": return ["\(phone): \(outcome.received?.text() ?? "nothing")"]
            case "verdict":
                let verdict = ClientVerdict(outcome, ours: Array(scene.new.utf8))
                let place =
                    verdict.differsAt.map { ", from byte \($0) in \(verdict.block ?? "no block")" } ?? ""
                let same = verdict.isSamePage.map { $0 ? "the same page" : "another page" } ?? "no page"
                return ["\(phone): \(same)\(place)", "\(phone): \(verdict.sentence)"]
            default: throw Mistake(description: "no question: see \(question)")
            }
        }
    }

    private func reading(_ kind: String, _ status: Int, on phone: ClientModel) -> ClientOutcome {
        let update = (body ?? ClientScene.json(scene.new)) + tail
        guard let asked else {
            switch kind {
            case "whole": return scene.whole(on: phone)
            case "update": return scene.update(on: phone, body: update)
            default: return scene.status(status, on: phone)
            }
        }
        var exchange = scene.exchange(status: status, Headers(), [])
        exchange.asked.etag = asked
        return exchange.reading(on: phone, hashes: ClientScene.hashes)
    }

    private func line(_ outcome: ClientOutcome) -> String {
        let text = outcome.text.map { $0 == scene.new ? "new" : $0 == scene.old ? "old" : $0 } ?? "none"
        let storage = "\(outcome.storage)".prefix {
            $0 != "(" || "\(outcome.storage)".hasPrefix("switchedOff")
        }
        let errors = outcome.errors.isEmpty ? "" : ", errors \(outcome.errors)"
        return "\(outcome.outcome), screen \(outcome.screen), storage \(storage), told \(outcome.told), "
            + "status \(outcome.sonicStatus)\(errors), page \(text.replacing("\n", with: "\\n"))"
    }

    private func header(_ text: String) -> (String, String) {
        let name = text.prefix { $0 != ":" }
        let value = String(text.dropFirst(name.count + 1))
        let trimmed = value.hasPrefix(" ") ? String(value.dropFirst()) : value
        return (String(name), trimmed.replacing("{sha1 old}", with: ClientScene.sha1(scene.old ?? "")))
    }

    private struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    private static func parted(_ text: String) -> (verb: String, rest: String) {
        let verb = text.prefix { $0 != " " }
        return (String(verb), String(text.dropFirst(verb.count + 1)))
    }

    private static func page(_ text: String) -> String {
        if text.hasPrefix("<") || text.hasPrefix("{") {
            return text.replacing(/\{block ([^ {}]*) ([^{}]*)\}/) { match in
                "<!--sonicdiff-\(match.1)-->\(match.2)<!--sonicdiff-\(match.1)-end-->"
            }
        }
        let cells = text.split(separator: " | ").map(String.init)
        let words = cells[0].split(separator: " ").map(String.init)
        let blocks = words.dropFirst().map { word in
            let name = word.prefix { $0 != "=" }
            return (String(name), String(word.dropFirst(name.count + 1)).replacing("_", with: " "))
        }
        func cell(_ name: String) -> String {
            cells.first { $0.hasPrefix(name + " ") }.map { Self.parted($0).rest } ?? ""
        }
        return ClientScene.page(words[0], blocks, before: cell("before"), rest: cell("rest"))
    }
}

struct ClientPlayTests {
    private static let folder = "Tests/ApplicationTests/Workbench/ClientModels/Plays"

    @Test(arguments: GoldenFile.names(in: folder, ending: ".play"))
    func `each client does with a response what its file says`(name: String) async throws {
        let difference = try await PlayFile.difference(at: "\(Self.folder)/\(name)", ClientScript.self)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `there are plays, and each case asks something`() throws {
        let (count, silent) = try PlayFile.cases(in: Self.folder)
        #expect(count >= 35 && silent == [])
    }
}
