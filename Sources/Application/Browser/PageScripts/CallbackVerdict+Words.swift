import SonicProtocol
import Workbench

// A verdict in words and as JSON (docs/reference/page-scripts.md).
extension CallbackVerdict {
    /// The summary, and a line for each detail.
    package var report: [String] { [summary] + details.map { "  " + $0 } }

    /// The causes, the lines that differ, and what scripts wrote to the console.
    var details: [String] {
        let differences = lines.map { line in
            let place = line.number == 0 ? "in its title" : "in line \(line.number)"
            return "after the callback the page differs from the merged page \(place): "
                + "“\(line.shown)” → “\(line.wanted)”"
        }
        return causes.map(\.words) + differences + console.map { "console.\($0)" }
    }

    /// The judgement with its figures.
    package var summary: String {
        let figures = "\(patched.count) of \(String.counted(changed.count, "changed block"))"
        return switch judgement {
        case .shown: "the page's script patched \(figures): the update is shown"
        case .notShown where changed == patched:
            "the page's script patched \(figures), but does more than that"
        case .notShown: "the page's script patched \(figures): a phone still shows the old text"
        case .notJudged: "whether the page's script shows the update could not be judged"
        }
    }

    /// The verdict for programs.
    package var json: JSONValue {
        func names(_ blocks: [String]) -> JSONValue { .array(blocks.map { .string("{\($0)}") }) }
        return [
            "verdict": .string(judgement.rawValue), "changed": names(changed), "patched": names(patched),
            "causes": .array(causes.map { .string($0.words) }),
            "differences": .array(
                lines.map {
                    ["line": .integer($0.number), "shown": .string($0.shown), "merged": .string($0.wanted)]
                }),
            "console": .array(console.map(JSONValue.string)),
        ]
    }
}
