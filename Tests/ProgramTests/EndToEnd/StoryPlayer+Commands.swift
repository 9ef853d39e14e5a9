import Glibc
import SonicProtocol
import TestSupport

/// Commands that run to their end, and programs beside them.
extension StoryPlayer {
    /// Runs a command, or handles a program that was started before.
    mutating func run(_ verb: String, _ cells: [String]) async throws -> Bool {
        switch verb {
        // COMMAND LINE | CHECK…; `run` begins with the path of a program, and `script` is one of sh, `$0` being sonic.
        case "sonic", "sonic-server", "sonic-bench", "run", "script":
            let (path, words) = try command(verb, cells[0])
            let input = input
            self.input = []
            let finished = try await TestSupport.run(
                path, words, input: input, environment: environment, folder: place, within: .seconds(60))
            for check in ["err! Fatal error"] + cells.dropFirst() { try judge(finished, check) }
        // Repeats a command until it meets its checks.
        case "until":
            let deadline = ContinuousClock.now + Pty.patience
            while true {
                let (path, words) = try command("sonic", cells[0])
                let finished = try await TestSupport.run(path, words, environment: environment, folder: place)
                do {
                    for check in cells.dropFirst() { try judge(finished, check) }
                    return true
                } catch  where ContinuousClock.now < deadline {}
            }
        // A program in the background, a line of it, a signal to it, and its end.
        case "start":
            let (path, words) = try command("sonic", cells[0])
            program = try Program(path, words, environment: environment, input: input, folder: place)
            input = []
        case "line": try await program?.wait(for: cells[0])
        case "signal":
            let number = Int32(cells[0]) ?? 0
            if let program { await program.signal(number) } else { await terminal?.signal(number) }
        case "finish":
            guard let finished = try await program?.finish() else { throw Unmet(description: "no program") }
            program = nil
            for check in cells { try judge(finished, check) }
        default: return false
        }
        return true
    }

    private func command(_ verb: String, _ line: String) throws -> (path: String, words: [String]) {
        switch verb {
        case "run":
            let words = Self.words(line)
            return (words.first ?? "", Array(words.dropFirst()))
        case "script": return ("/bin/sh", ["-c", line, try binary(named: "sonic")])
        default: return (try binary(named: verb), Self.words(line))
        }
    }

    /// The words of a command line; quotes of either kind keep blanks.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            switch (character, quote) {
            case (quote, .some): quote = nil
            case ("'", nil), ("\"", nil):
                quote = character
                word = word ?? ""
            case (" ", nil):
                if let word { words.append(word) }
                word = nil
            case (_, _): word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    // MARK: Checks

    /// `exit N`, `exit !N`, `killed N`; `out`, `err` or `all` with a relation and a text; `lines N`; `count N PART`;
    /// `json PATH` with a relation and a value; `keep NAME` or `keep NAME PATH`, a value for later steps.
    private mutating func judge(_ finished: Finished, _ check: String) throws {
        let name = String(check.prefix { $0.isLetter })
        let relation = check.dropFirst(name.count).first.map { $0 == " " ? "~" : $0 } ?? "~"
        let rest = String(check.drop { $0 != " " }.dropFirst())
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        let isMet: Bool
        switch name {
        case "exit":
            isMet =
                rest.hasPrefix("!")
                ? finished.status != Self.exit(rest.dropFirst()) : finished.status == Self.exit(rest[...])
        case "killed": isMet = finished.status == .killed(Int32(rest) ?? -1)
        case "out": isMet = Self.meets(finished.output, relation, rest)
        case "err": isMet = Self.meets(finished.errors, relation, rest)
        case "all": isMet = Self.meets(finished.output + finished.errors, relation, rest)
        case "lines": isMet = finished.output.split(separator: "\n").count == Int(rest)
        case "count":
            isMet = finished.output.split(separator: "\n").count { $0.contains(words[1]) } == Int(words[0])
        case "json":
            let path = words[0].filter { !"=!~^$<>".contains($0) }
            let relation = words[0].last.map { "=!~^$<>".contains($0) ? $0 : "~" } ?? "~"
            isMet = Self.meets(
                Self.json(path, of: finished.output), relation, words.count > 1 ? words[1] : "")
        case "keep":
            values[words[0]] =
                words.count > 1
                ? Self.json(words[1], of: finished.output)
                : String(finished.output.split(separator: "\n", omittingEmptySubsequences: false)[0])
            return
        default: throw Unmet(description: "there is no check “\(check)”")
        }
        guard !isMet else { return }
        throw Unmet(
            description:
                "“\(check)” does not hold: \(finished.status)\n\(finished.output)\n\(finished.errors)")
    }

    private static func exit(_ number: Substring) -> TestSupport.ExitStatus { .exited(Int32(number) ?? -1) }

    // MARK: JSON

    /// The values at a path in a text of JSON, or in the lines of one, separated by commas: `problems.rule` are the rules of
    /// all problems, `1.outcome` is the outcome of the second line. `-` stands for a member that is not there.
    private static func json(_ path: String, of text: String) -> String {
        let whole = JSONNode.read(Array(text.utf8))
        var nodes: [JSONNode] = whole.problems.isEmpty ? [whole.node].compactMap { $0 } : []
        if nodes.isEmpty {
            nodes = text.split(separator: "\n").compactMap { JSONNode.read(Array($0.utf8)).node }
        }
        var found: [JSONNode?] = nodes
        for name in path.split(separator: ".") {
            if let index = Int(name) {
                let all = found.count == 1 ? found[0]?.elements ?? [] : found.compactMap { $0 }
                found = index < all.count ? [all[index]] : [nil]
                continue
            }
            found = found.flatMap { node -> [JSONNode?] in
                (node?.elements ?? [node].compactMap { $0 }).map { each in
                    each.members?.first { $0.name == name }?.node
                }
            }
        }
        return found.flatMap { words($0) }.joined(separator: ",")
    }

    private static func words(_ node: JSONNode?) -> [String] {
        switch node?.value {
        case .none, .null: ["-"]
        case .bool(let value): [value ? "true" : "false"]
        case .number(let value): [value == value.rounded() ? "\(Int(value))" : "\(value)"]
        case .string(let text): [text]
        case .array(let nodes): nodes.flatMap { words($0) }
        case .object(let members): [members.map(\.name).joined(separator: "+")]
        }
    }
}
