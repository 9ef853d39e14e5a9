import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// The output of `--step`: each event of a session, the resulting effects, and the state that follows. On a
/// terminal, each step runs when Enter is pressed.
struct StepReporter: Sendable {
    private let isJSON: Bool
    private let waits: Bool

    /// Creates a reporter for the sessions of a file.
    /// - Parameters:
    ///   - json: Whether a step is an object on one line.
    ///   - file: The file's name; if it is standard input, Enter cannot be pressed there.
    init(json: Bool, file: String) {
        isJSON = json
        waits = Console.isTerminal && file != "-"
        if waits { Console.complain("Enter runs the next step, Ctrl-D all remaining ones") }
    }

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
