import CellGrid
import Exchanges
import SessionReports
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// `sonic replay FILE`: runs the pages of a HAR file through the engine, without a network and without storing
/// anything: each session gets its responses from the file, by the clock of the recording, with pages in memory only.
enum ReplayCommand {
    static let row = Subcommand(
        "replay", "sonic replay FILE|-", "run the pages of a HAR file again, without a network", .files,
        takes: 1...1, "one HAR file, or - for standard input",
        options: [
            .json, .expect.described(as: "fail unless the outcome of the last session is this one"),
            .changed.described(
                as: "fail unless exactly these blocks changed in the last session: comma-separated names"),
            .expectStatus.described(
                as: "fail unless the last response of the last session has this status"),
            .step, .maxTime,
        ],
        examples: [
            ("sonic replay session.har", "run a recording again"),
            ("sonic replay --expect dataUpdate session.har", "a test of a recording"),
        ], run: Program.waiting(run))

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> ExitStatus {
        let name = arguments.words[0]
        let expectation = try SessionExpectation(arguments)
        let recording = try InputFile.recording(name, named: name)
        for note in recording.notes.prefix(maxNotes) { Console.complain("\(name):\(note)") }
        let rest = recording.notes.count - maxNotes
        if rest > 0 { Console.complain("\(name): and \(rest) more notes") }
        let steps = arguments.has(.step) ? StepReporter(json: arguments.has(.json), file: name) : nil
        return await Replay(recording, steps).run(json: arguments.has(.json), expectation)
    }

    /// The maximum number of notes; more are not useful.
    private static let maxNotes = 20
}

/// A replay whose sessions are reported on standard output.
private struct Replay {
    let replay: RecordingReplay

    /// - Parameter steps: Reports the steps of each session; nil to report only its end.
    init(_ recording: Recording, _ steps: StepReporter?) {
        let step: SessionEngine.Step? = if let steps { { steps.report($0) } } else { nil }
        replay = RecordingReplay(
            recording, hashes: .nettle, headers: RequestHeaders(product: "sonic/\(Help.version)"),
            now: World.now, domainToASCII: DomainName.ascii,
            step: step)
    }

    /// Replays each page, in order, and reports the result. An expectation is that of the last one.
    func run(json: Bool, _ expectation: SessionExpectation?) async -> ExitStatus {
        var last: SessionResult?
        var failed = 0
        var others = 0
        for (index, exchange) in replay.recording.exchanges.enumerated() where await !replay.isUsed(index) {
            guard exchange.beginsPage else {
                others += 1
                continue
            }
            let trace = await replay.replay(exchange)
            guard let result = trace.result else { return .failed }
            last = result
            if case .failed = result.outcome { failed += 1 }
            report(result, exchange, LintReport(trace, of: exchange, .nettle).findings, json: json)
        }
        guard let last else {
            Console.complain(
                "no page is recorded, only \(others) other request\(others == 1 ? "" : "s")")
            // An exchange that could not be parsed may have been one.
            return expectation == nil && replay.recording.notes.isEmpty ? .done : .failed
        }
        return expectation?.judge(last) ?? (failed == 0 ? .done : .failed)
    }

    private func report(_ result: SessionResult, _ exchange: Exchange, _ findings: [Finding], json: Bool) {
        let recorded = exchange.session?.outcome
        guard !json else {
            let members =
                [.init("url", .string(result.requested.href))]
                + ReportJSON(result).members(.outcome, .code, .reason, .reasonCode, .changedBlocks)
                + [
                    .init("recorded", .string(orNull: recorded)),
                    .init("problems", FindingText.json(findings)),
                ]
            return Console.print(JSONValue.object(members).text())
        }
        var lines = [GetReport.title(result, result.requested), "  " + result.reason.words]
        if !result.changedBlocks.isEmpty {
            lines += SessionReport.text([.changed(result.changedBlocks)], .kept).map { "  " + $0 }
        }
        if let recorded, recorded != result.outcome.name { lines.append("  recorded: \(recorded)") }
        lines += FindingText.lines(findings).map { "  " + $0 }
        for line in lines { Console.print(VisibleText.line(line)) }
    }
}

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
