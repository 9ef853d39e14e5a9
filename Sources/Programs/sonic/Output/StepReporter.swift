import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// What `--step` tells of a session: each event, what was decided, and what is waited for then. On a terminal each
/// step is taken when Enter is pressed.
struct StepReporter: Sendable {
    private let isJSON: Bool
    private let waits: Bool

    /// A teller of the sessions of a file.
    /// - Parameters:
    ///   - json: Whether a step is an object a line.
    ///   - file: The file's name; where it is standard input, nobody can press Enter there.
    init(json: Bool, file: String) {
        isJSON = json
        waits = Console.isTerminal && file != "-"
        if waits { Console.complain("Enter runs the next step, Ctrl-D all remaining ones") }
    }

    /// Tells a step.
    func report(_ step: SessionStep) {
        if isJSON {
            let line: JSONValue = [
                "event": .string(step.event), "effects": .array(step.effects.map { .string($0) }),
                "state": .string(step.state),
            ]
            Console.print(line.text(.compact))
        } else {
            let effects = step.effects.map { "    do   " + $0 }
            for line in ["\(step.event)"] + effects + ["    now  " + step.state] {
                Console.print(VisibleText.line(line))
            }
        }
        if waits { _ = readLine() }
    }
}
