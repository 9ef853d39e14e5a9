import FoundationEssentials
import Glibc
import HTML
import TokenList

/// Runs a folder of html5lib's cases and counts the results: `html5lib-conformance DIR [--verbose]`.
@main
struct Conformance {
    private var passed = 0
    private var failures: [String] = []
    /// The number of cases that do not apply to this parser, by reason.
    private var excluded: [String: Int] = [:]
    private let isVerbose = CommandLine.arguments.contains("--verbose")

    /// Each case is parsed in one piece, in pieces of 7 bytes and byte by byte.
    private static let pieceSizes = [Int.max / 2, 7, 1]

    static func main() throws {
        guard let folder = CommandLine.arguments.dropFirst().first(where: { !$0.hasPrefix("-") }) else {
            print("usage: html5lib-conformance DIR [--verbose]")
            exit(2)
        }
        var run = Conformance()
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        for name in files {
            let isTree = name.hasSuffix(".dat")
            guard isTree || name.hasSuffix(".test") else { continue }
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
            let before = (run.passed, run.failures.count)
            if isTree { run.runTrees(name, bytes) } else { try run.runTokens(name, bytes) }
            let counts = (run.passed - before.0, run.failures.count - before.1)
            if counts.1 > 0 { print("\(name): \(counts.0) passed, \(counts.1) failed") }
        }
        for failure in run.failures { print("FAILED \(failure)") }
        for (reason, count) in run.excluded.sorted(by: { $0.key < $1.key }) {
            print("left out \(count): \(reason)")
        }
        print("\(run.passed) passed, \(run.failures.count) failed")
        exit(run.failures.isEmpty ? 0 : 1)
    }

    private mutating func runTrees(_ name: String, _ bytes: [UInt8]) {
        for (index, item) in TreeCase.all(in: bytes).enumerated() {
            if name.contains("scripted/") || item.needsScripting {
                excluded["needs scripting", default: 0] += 1
                continue
            }
            var wrong: String?
            for size in Self.pieceSizes where wrong == nil {
                let tree = item.tree(piecesOf: size)
                if tree != item.expectedText { wrong = tree }
            }
            guard let wrong else {
                passed += 1
                continue
            }
            var note = "\(name) case \(index + 1)"
            if isVerbose {
                note += "\n\(String(decoding: item.data, as: UTF8.self)) in \(item.fragment ?? "page")\n"
                note += "expected\n\(item.expectedText)\nbut was\n\(wrong)\n"
            }
            failures.append(note)
        }
    }

    private mutating func runTokens(_ name: String, _ bytes: [UInt8]) throws {
        if name.hasSuffix("xmlViolation.test") {
            excluded["XML violations", default: 0] += 1
            return
        }
        for item in try TokenCase.all(in: bytes) {
            guard let input = item.bytes, let expected = item.expected else {
                excluded["lone surrogates, which UTF-8 cannot express", default: 0] += 1
                continue
            }
            for state in item.initialStates ?? ["Data state"] {
                guard let start = Tokens.Start(rawValue: state) else {
                    failures.append("\(name): unknown state \(state)")
                    continue
                }
                let results = Self.pieceSizes.map { item.tokens(input, from: start, piecesOf: $0) }
                if let wrong = results.first(where: { $0 != expected }) {
                    var note = "\(name): \(item.description) (\(state))"
                    if isVerbose { note += "\n  expected \(expected)\n  but was \(wrong)" }
                    failures.append(note)
                } else {
                    passed += 1
                }
            }
        }
    }
}
