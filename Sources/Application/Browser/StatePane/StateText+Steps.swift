import BrowserValues
import CellGrid
import SessionReports
import SonicProtocol
import SonicSession

// The steps of the session, and the outcomes with the actual one highlighted.
extension StateText {
    /// How detailed the labels of the steps are.
    private enum Detail { case full, names, short }

    /// Returns the line of steps, and a line of their times.
    func stepLines(of visit: Visit) -> [StyledLine] {
        let forms: [(Detail, gap: Int, hasUnit: Bool)] = [
            (.full, 2, true), (.full, 1, true), (.names, 1, true), (.short, 1, true), (.short, 0, true),
            (.short, 0, false),
        ]
        let lines = forms.lazy.map { self.steps(of: visit, $0.0, gap: $0.gap, hasUnit: $0.hasUnit) }
        let isFitting = { (lines: [StyledLine]) in lines.allSatisfy { $0.width <= self.width } }
        guard let best = lines.first(where: isFitting) ?? lines.last else { return [] }
        return best[1].text.allSatisfy { $0 == " " } ? [best[0]] : best
    }

    private func steps(of visit: Visit, _ detail: Detail, gap: Int, hasUnit: Bool) -> [StyledLine] {
        var (steps, times) = (StyledLine(" ", .text), StyledLine("", .text))
        let stages = visit.stages
        let (figures, unit) = Self.inOneUnit(stages.map { $0.time ?? .zero })
        for (index, stage) in stages.enumerated() {
            let (sign, role) = Self.mark(stage.result)
            let start = steps.width
            steps.append("\(sign)\(label(of: stage, visit, detail))", role)
            if stage.time != nil {
                times.pad(to: start + 1)
                times.append(figures[index], role)
            }
            guard index < Stage.Name.allCases.count - 1 else { break }
            // If a time is wider than its step, the next step moves right, so that the two stay aligned.
            let end = max(steps.width, times.width) + Column(gap)
            let line = String(repeating: "─", count: (end - steps.width).value)
            steps.append(line, .border)
        }
        if times.runs.count > 1, hasUnit { times.append(" " + unit, .dimmed) }
        return [steps, times]
    }

    /// Returns durations as numbers for a row, and their one unit: milliseconds, or seconds if one of them is 10 s or
    /// more. Those below 10 are rounded to the nearest tenth: `0.5`, `3`, `1500`.
    static func inOneUnit(_ times: [Duration]) -> (figures: [String], unit: String) {
        let isLong = times.contains { $0 >= .seconds(10) }
        let figures = times.map { time in
            let value = max(0, isLong ? time.seconds : time.milliseconds)
            let tenths = Int64((value * 10).rounded())
            let isWhole = tenths >= 100 || tenths % 10 == 0
            return isWhole ? "\(Int64(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        }
        return (figures, isLong ? "s" : "ms")
    }

    private static func mark(_ result: Stage.Result) -> (sign: Character, role: Role) {
        switch result {
        case .pending: ("○", .stepPending)
        case .running: ("▶", .stepActive)
        case .done: ("●", .stepDone)
        case .reused: ("↻", .stepDone)
        case .skipped: ("·", .stepPending)
        case .failed: ("✗", .stepFailed)
        case .stopped: ("■", .stepPending)
        }
    }

    private func label(of stage: Stage, _ visit: Visit, _ detail: Detail) -> String {
        let name = detail == .short ? stage.name.short : stage.name.rawValue
        let status = stage.name == .header ? visit.trace.head.map { "\($0.status)" } : nil
        guard detail == .full else { return status ?? name }
        switch stage.name {
        case .header: return status.map { "\(name) \($0)" } ?? name
        case .cache:
            if case .miss = visit.trace.screen.cache { return "\(name): no copy" }
            return name
        case .body:
            let bytes = visit.trace.head?.status == 304 ? 0 : visit.trace.bytesShown
            return bytes > 0 ? "\(name) \(bytes.byteText)" : name
        case .store: return visit.result.map { $0.storage.short } ?? name
        case .connect, .verify: return name
        }
    }

    // MARK: The outcomes

    /// The outcomes of a session with Sonic, each with names of three lengths.
    private static let branches: [Outcome.Kind] = [.allCached, .dataUpdate, .templateChange, .firstLoad]

    /// Returns the outcomes with the actual one highlighted; any other outcome is added only if it is the actual one.
    func machine(of visit: Visit) -> StyledLine {
        let lines = [(0, 2), (1, 2), (1, 1), (2, 1)].map { machine(of: visit, length: $0.0, gap: $0.1) }
        return lines.first { $0.width <= width } ?? lines[lines.count - 1]
    }

    private func machine(of visit: Visit, length: Int, gap: Int) -> StyledLine {
        let verdict = visit.verdict
        let isBranch = verdict?.kind.map { Self.branches.contains($0) } ?? false
        var line = StyledLine("", .text)
        func append(_ name: String, isTaken: Bool) {
            line.append(String(repeating: " ", count: line.runs.count == 1 ? 1 : gap), .text)
            line.append(isTaken ? "▶\(name)◀" : name, isTaken ? visit.mark(plot).role : .dimmed)
        }
        for branch in Self.branches {
            append(branch.names[length], isTaken: branch == verdict?.kind && verdict?.ending == .ordinary)
        }
        if let verdict, !isBranch || verdict.ending != .ordinary { append(verdict.branch, isTaken: true) }
        return line
    }
}

extension Stage.Name {
    /// Its abbreviation, for narrow panes.
    fileprivate var short: String {
        switch self {
        case .cache, .body: rawValue
        case .connect: "con"
        case .header: "hdr"
        case .verify: "ver"
        case .store: "sto"
        }
    }
}
