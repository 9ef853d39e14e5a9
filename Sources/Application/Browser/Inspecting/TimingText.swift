import CellGrid
import SonicSession

/// The duration of each phase of a session, as bars on a common scale. Only measured times are shown.
struct TimingText {
    let visit: Visit
    let width: Column

    /// A phase with its start.
    private struct Bar {
        var name: String
        var start: Duration
        var time: Duration
    }

    private static let nameColumns = 10
    private static let timeColumns = 9

    /// The summary of the view.
    var what: String {
        guard case .ended(let result, let after) = visit.state else {
            return visit.isBusy ? "The session is running" : "The session was stopped"
        }
        return "\(after.brief) from opening to end, \(result.bytesReceived.bytes) received, "
            + "\(result.bytesSent.bytes) sent"
    }

    /// One line for each phase in the order of their starts, then the page's first frame.
    var lines: [StyledLine] {
        let bars = bars
        let ends = bars.map { $0.start + $0.time } + [visit.painted ?? .zero]
        let scale = max(ends.max() ?? .zero, .microseconds(1))
        var lines = bars.map { line($0.name, $0.time.brief, from: $0.start, to: $0.start + $0.time, scale) }
        if let painted = visit.painted {
            lines.append(line("painted", painted.brief, from: painted, to: painted, scale))
            lines += note("painted: from opening the page to its first frame, layout included")
        }
        if let age = visit.trace.begunBefore {
            lines += note("started \(age.brief) before the page was opened")
        }
        for (index, turn) in visit.trace.turns.enumerated() where turn.report != nil {
            guard let report = turn.report else { continue }
            let phases = TransferPhase.allCases.compactMap { phase in
                report.timings[phase].map { "\(Self.name(SessionPhase(phase))) \($0.brief)" }
            }
            let figures =
                ["\(report.bytesReceived.bytes) received", "\(report.bytesSent.bytes) sent"] + phases
            lines += note("request \(index + 1): " + figures.joined(separator: ", "))
        }
        return lines.isEmpty ? note("No phase started.") : lines
    }

    /// The duration of a phase is the measured one, else the time until the next begins.
    private var bars: [Bar] {
        visit.trace.steps.enumerated().compactMap { index, step in
            let next = index + 1 < visit.trace.steps.count ? visit.trace.steps[index + 1].at : nil
            let isOnce = visit.trace.steps.count { $0.phase == step.phase } == 1
            let measured = isOnce ? visit.result?.timings[step.phase] : nil
            var end: Duration?
            if case .ended(_, let after) = visit.state { end = after }
            guard let time = measured ?? (next ?? end).map({ max(.zero, $0 - step.at) }) else { return nil }
            return Bar(name: Self.name(step.phase), start: step.at, time: time)
        }
    }

    private func line(
        _ name: String, _ figure: String, from start: Duration, to end: Duration, _ scale: Duration
    ) -> StyledLine {
        let room = max(1, width.value - Self.nameColumns - Self.timeColumns - 3)
        let first = min(room - 1, Int(Double(room) * (start / scale)))
        let last = max(first + 1, min(room, Int((Double(room) * (end / scale)).rounded())))
        var line = StyledLine(" " + name.padded(to: Self.nameColumns), .name)
        line.append(
            String(repeating: " ", count: max(0, Self.timeColumns - figure.count)) + figure + " ", .text)
        line.append(String(repeating: " ", count: first), .text)
        let sign = start == end ? "▏" : String(repeating: "█", count: last - first)
        line.append(sign, .stepDone)
        return line
    }

    private func note(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: width, first: " · ", indent: "   ")
    }

    /// Returns the phase in one word.
    private static func name(_ phase: SessionPhase) -> String {
        switch phase {
        case .readingCache: "cache"
        case .checkingCache: "check"
        case .resolving: "resolve"
        case .pausing: "pause"
        case .connecting: "connect"
        case .securing: "TLS"
        case .waiting: "wait"
        case .receiving: "receive"
        case .verifying: "verify"
        case .storing: "store"
        }
    }
}
