import CellGrid
import SonicProtocol
import SonicSession

// The steps of the session, and the outcomes with the actual one highlighted.
extension StateText {
    /// A step, which covers one or more phases of a session; in order.
    enum Station: String, CaseIterable {
        case cache, connect, headers, body, verify, store

        var label: String { rawValue }

        /// Its abbreviation.
        var short: String {
            switch self {
            case .cache, .body: rawValue
            case .connect: "net"
            case .headers: "hdr"
            case .verify: "sha"
            case .store: "disk"
            }
        }

        var phases: [SessionPhase] {
            switch self {
            case .cache: [.readingCache, .checkingCache]
            case .connect: [.pausing, .resolving, .connecting, .securing]
            case .headers: [.waiting]
            case .body: [.receiving]
            case .verify: [.verifying]
            case .store: [.storing]
            }
        }
    }

    /// How detailed the labels of the steps are.
    private enum Detail { case full, names, short }

    /// Returns the line of steps, and a line of their times.
    func stepLines(of visit: Visit) -> [StyledLine] {
        let forms: [(Detail, gap: Int, unit: String)] = [
            (.full, 2, " ms"), (.full, 1, " ms"), (.names, 1, " ms"), (.short, 1, " ms"), (.short, 0, " ms"),
            (.short, 0, ""),
        ]
        let lines = forms.lazy.map { self.steps(of: visit, $0.0, gap: $0.gap, unit: $0.unit) }
        let isFitting = { (lines: [StyledLine]) in lines.allSatisfy { $0.width <= self.width } }
        guard let best = lines.first(where: isFitting) ?? lines.last else { return [] }
        return best[1].text.allSatisfy { $0 == " " } ? [best[0]] : best
    }

    private func steps(of visit: Visit, _ detail: Detail, gap: Int, unit: String) -> [StyledLine] {
        var (steps, times) = (StyledLine(" ", .text), StyledLine("", .text))
        for (index, station) in Station.allCases.enumerated() {
            let (sign, role) = mark(of: station, visit)
            let start = steps.width
            steps.append("\(sign)\(label(of: station, visit, detail))", role)
            let time = visit.time(in: station.phases).map(Self.figure) ?? ""
            if !time.isEmpty {
                times.pad(to: start + 1)
                times.append(time, role)
            }
            guard index < Station.allCases.count - 1 else { break }
            // If a time is wider than its step, the next step moves right, so that the two stay aligned.
            let end = max(steps.width, times.width) + Column(gap)
            let line = String(repeating: "─", count: (end - steps.width).value)
            steps.append(line, .border)
        }
        if times.runs.count > 1 { times.append(unit, .dimmed) }
        return [steps, times]
    }

    /// Returns the time in milliseconds without the unit, or with another unit.
    private static func figure(_ time: Duration) -> String {
        let words = time.brief
        return words.hasSuffix(" ms") ? String(words.dropLast(3)) : words.filter { $0 != " " }
    }

    private func mark(of station: Station, _ visit: Visit) -> (sign: Character, role: Role) {
        let isEntered = visit.trace.steps.contains { station.phases.contains($0.phase) }
        if visit.isBusy, visit.trace.steps.last.map({ station.phases.contains($0.phase) }) ?? false {
            return ("▶", .stepActive)
        }
        if isEntered { return ("●", .stepDone) }
        return (visit.isBusy && !isPassed(station, visit) ? "○" : "·", .stepPending)
    }

    /// Returns whether the session skipped this step: a reused connection has no connect step.
    private func isPassed(_ station: Station, _ visit: Visit) -> Bool {
        let later = Station.allCases.drop { $0 != station }.dropFirst()
        return later.contains { later in visit.trace.steps.contains { later.phases.contains($0.phase) } }
    }

    private func label(of station: Station, _ visit: Visit, _ detail: Detail) -> String {
        let status = station == .headers ? visit.trace.head.map { "\($0.status)" } : nil
        switch detail {
        case .short: return status ?? station.short
        case .names: return status ?? station.label
        case .full: break
        }
        switch station {
        case .headers: return status.map { "\(station.label) \($0)" } ?? station.label
        case .cache:
            if case .miss = visit.trace.screen.cache { return "cache: nothing" }
            return station.label
        case .body:
            let bytes = visit.trace.head?.status == 304 ? 0 : visit.trace.bytesShown
            return bytes > 0 ? "\(station.label) \(bytes.byteText)" : station.label
        case .store: return visit.result.map { $0.storage.words } ?? station.label
        case .connect, .verify: return station.label
        }
    }

    // MARK: The outcomes

    /// The outcomes of a session with Sonic, with names of three lengths.
    private static let branches: [(names: [String], outcome: Outcome)] = [
        (["all cached", "cached", "cached"], .allCached), (["data update", "data", "data"], .dataUpdate),
        (["template change", "template", "templ"], .templateChange),
        (["first load", "first", "first"], .firstLoad),
    ]

    /// Returns the outcomes with the actual one highlighted; any other outcome is added only if it is the actual one.
    func machine(of visit: Visit) -> StyledLine {
        let lines = [(0, 2), (1, 2), (1, 1), (2, 1)].map { machine(of: visit, length: $0.0, gap: $0.1) }
        return lines.first { $0.width <= width } ?? lines[lines.count - 1]
    }

    private func machine(of visit: Visit, length: Int, gap: Int) -> StyledLine {
        let taken = visit.result?.outcome
        var line = StyledLine("", .text)
        func append(_ name: String, isTaken: Bool) {
            line.append(String(repeating: " ", count: line.runs.count == 1 ? 1 : gap), .text)
            line.append(isTaken ? "▶\(name)◀" : name, isTaken ? visit.mark(plot).role : .dimmed)
        }
        for branch in Self.branches {
            append(branch.names[length], isTaken: branch.outcome == taken)
        }
        switch taken {
        case .plain: append("plain", isTaken: true)
        case .fresh: append(visit.isFromCacheAlone ? "offline" : "fresh", isTaken: true)
        case .offline: append("offline", isTaken: true)
        case .failed: append("failed", isTaken: true)
        case .firstLoad, .allCached, .dataUpdate, .templateChange, nil: break
        }
        return line
    }
}
