import CellGrid
import SessionWords
import SonicSession

/// The state pane's words: the way through the state machine with the time of each step, the outcomes with the
/// one taken marked, and why.
struct StateText {
    /// The visit that is told of; nil before the first.
    let visit: Visit?
    /// How old the page is where nobody has just confirmed it; nil where somebody has.
    var age: String?
    /// What changed since the reader has seen the page; nil for nothing.
    var news: String?
    /// The watch of the page; nil for none.
    var watch: PageWatch?
    /// The keys in force.
    var keys = KeyTable.standard
    /// What is held of the page, in words; nil for nothing.
    var intercepted: String?
    /// The last sessions of the page, the latest last.
    var runs: [PageRun] = []
    /// What they are drawn with.
    var plot = Plot(.drawn)
    /// The columns there are.
    let width: Column
    /// The rows there are.
    let height: Row

    /// All lines. Where there are few rows, what came out stands above the way to it.
    var lines: [StyledLine] {
        guard let visit else {
            return StyledLine.wrapped("No page was opened yet.", .dimmed, to: width, first: " ", indent: " ")
        }
        let steps = interceptedLines + Station.allCases.map { line(of: $0, visit) }
        if height < 10, let outcome = visit.result?.outcome {
            let name = visit.isFromCacheAlone ? visit.headline : outcome.headline
            let headline = StyledLine(" ▶\(name.lowercased())◀", .outcomeTaken)
            return [headline] + watchLines + runsLine + newsLines + ageLines + comparer(visit)
                + editLines(visit)
                + words(visit)
                + steps
        }
        let ending = outcomes(visit) + newsLines + ageLines + comparer(visit) + editLines(visit)
        guard watch != nil else {
            let (way, reason) = (steps + ending, words(visit))
            let plots = [StyledLine()] + runsText.lines.spaced
            if way.count + plots.count + reason.count <= height.value { return way + plots + reason }
            // The reason matters more: the strip takes no more than the blank line.
            return way + (runsLine.isEmpty ? [StyledLine()] : runsLine) + reason
        }
        let watching = watchLines + [StyledLine()]
        // Of a low pane only the upper lines are seen, and the title line tells the outcome too.
        return steps + (height < 22 ? watching + ending + [StyledLine()] : ending + [StyledLine()] + watching)
            + words(visit)
    }

    /// How old the page is.
    private var ageLines: [StyledLine] {
        guard let age else { return [] }
        return StyledLine.wrapped(age, .name, to: max(1, width - 1), first: " ", indent: " ")
    }

    /// What changed since the reader has seen the page.
    private var newsLines: [StyledLine] {
        guard let news else { return [] }
        return StyledLine.wrapped(news, .added, to: max(1, width - 1), first: " ", indent: "   ")
    }

    /// What is known of the last runs of a watch.
    private var watchLines: [StyledLine] {
        watch.map { WatchText(page: $0, plot: plot, width: width).lines } ?? []
    }

    /// The last sessions of the page. A watch has runs of its own.
    private var runsText: RunsText { RunsText(runs: watch == nil ? runs : [], plot: plot, width: width) }
    private var runsLine: [StyledLine] { runsText.line.map { [$0] } ?? [] }

    /// Who found out what changed, where anybody did.
    private func comparer(_ visit: Visit) -> [StyledLine] {
        guard let words = visit.result?.by.words else { return [] }
        return [StyledLine(" " + TextWidth.shortened(words, to: max(0, width - 1)), .dimmed)]
    }

    /// The reason, or what is known before there is one.
    private func words(_ visit: Visit) -> [StyledLine] {
        var lines: [StyledLine] = []
        switch visit.state {
        case .ended(let result, _): lines += reason(result)
        case .stopped: lines.append(StyledLine(" stopped", .stepActive))
        case .running:
            if let retry = visit.retry {
                let words = "\(retry.words): \(retry.reason)".sentence
                lines += StyledLine.wrapped(words, .failure, to: width - 1, first: " ", indent: " ")
            }
            for note in visit.notes {
                lines += StyledLine.wrapped(note.ended, .dimmed, to: width - 1, first: " ", indent: " ")
            }
        }
        return lines
    }

    /// One step of the way, which may be several phases of a session; in order.
    enum Station: CaseIterable {
        case cache, connect, headers, body, verify, store

        /// The name shown.
        var label: String {
            switch self {
            case .cache: "cache"
            case .connect: "connect"
            case .headers: "headers"
            case .body: "body"
            case .verify: "verify"
            case .store: "store"
            }
        }

        /// The phases that belong to it.
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

    private func line(of station: Station, _ visit: Visit) -> StyledLine {
        let isEntered = visit.steps.contains { station.phases.contains($0.phase) }
        let isActive = visit.isBusy && visit.steps.last.map { station.phases.contains($0.phase) } ?? false
        let isToCome = visit.isBusy && !isPassed(station, visit)
        let (sign, role): (String, Role) =
            isActive
            ? ("▶", .stepActive)
            : isEntered ? ("●", .stepDone) : (isToCome ? "○" : "·", .stepPending)
        let label = station.label.padded(to: 7)
        let notes = isEntered || station == .cache ? self.notes(station, visit) : []
        let time = visit.time(in: station.phases)?.brief ?? (isActive ? "…" : "")
        let room = max(0, width.value - 12 - time.count)
        var line = StyledLine(" \(sign) \(label) ", role)
        let note = notes.first { TextWidth.columns(of: $0).value < room } ?? notes.last ?? ""
        let shown = TextWidth.shortened(note, to: Column(max(0, room - 1)))
        line.append(shown, isEntered ? .text : .stepPending)
        let gap = room - TextWidth.columns(of: shown).value
        line.append(String(repeating: " ", count: max(0, gap)) + time, role)
        return line
    }

    /// Whether the session went on without this step: a connection that is open already is not made again.
    private func isPassed(_ station: Station, _ visit: Visit) -> Bool {
        let later = Station.allCases.drop { $0 != station }.dropFirst()
        return later.contains { later in visit.steps.contains { later.phases.contains($0.phase) } }
    }

    /// What is told of a step, the fullest words first.
    private func notes(_ station: Station, _ visit: Visit) -> [String] {
        switch station {
        case .cache:
            switch visit.cache {
            case .unread: return []
            case .miss: return ["nothing to show", "nothing"]
            case .hit(let number, _): return ["hit ▶ shown, v\(number)", "hit ▶ shown", "hit"]
            case .cachedRedirect(let number):
                return ["led to ▶ shown, v\(number)", "led to ▶ shown", "led on"]
            case .unchecked(let number):
                return ["hit ▶ shown, v\(number), checking", "▶ shown, checking", "checking"]
            case .withdrawn: return ["the copy did not hold", "not whole"]
            }
        case .headers:
            guard let head = visit.head else {
                return visit.sent.map { ["sent \($0.words)", "sent \($0.count.byteText)"] } ?? []
            }
            let status = "\(head.status)"
            return head.reason.isEmpty ? [status] : ["\(status) \(head.reason)", status]
        case .body:
            // What was received are the headers alone.
            if visit.result != nil, visit.head?.status == 304 { return ["none"] }
            let bytes = visit.result?.bytesReceived ?? visit.bytesShown
            return bytes > 0 ? [bytes.byteText] : []
        case .store: return visit.result.map { [$0.storage.words] } ?? []
        case .connect, .verify: return []
        }
    }

    private func reason(_ result: SessionResult) -> [StyledLine] {
        let role: Role = result.outcome.isTrouble ? .failure : .text
        var lines = StyledLine.wrapped(result.reason.ended, role, to: width - 1, first: " ", indent: " ")
        if visit?.hasNewerCopy == true {
            lines =
                StyledLine.wrapped(
                    keys.namingKeys(Visit.newerCopy), .name, to: width - 1, first: " ", indent: " ")
                + lines
        }
        if !result.changedBlocks.isEmpty {
            let names = "changed: " + result.changedBlocks.joined(separator: ", ")
            lines += StyledLine.wrapped(names, .added, to: width - 1, first: " ", indent: "   ")
        }
        if let count = visit?.report?.count {
            let words = "\(count): \(keys.keyName(of: .showFindings)) tells more"
            lines += StyledLine.wrapped(words, .name, to: width - 1, first: " ! ", indent: "   ")
        }
        for finding in result.findings {
            let words = "\(finding.severity.rawValue): \(finding.message)"
            let role: Role = finding.severity == .note ? .dimmed : .failure
            lines += StyledLine.wrapped(words.ended, role, to: width - 1, first: " ! ", indent: "   ")
        }
        return lines
    }
}

// MARK: - The outcomes

extension StateText {
    /// One of the four ways a session with Sonic can end.
    private struct Branch {
        let words: (String, String)
        let column: Int
        let width: Int
        let outcome: Outcome
    }

    private static let branches = [
        Branch(words: ("all", "cached"), column: 0, width: 9, outcome: .allCached),
        Branch(words: ("data", "update"), column: 9, width: 8, outcome: .dataUpdate),
        Branch(words: ("template", "change"), column: 17, width: 10, outcome: .templateChange),
        Branch(words: ("first", "load"), column: 27, width: 7, outcome: .firstLoad),
    ]

    private func outcomes(_ visit: Visit) -> [StyledLine] {
        let taken = visit.result?.outcome
        return (width >= 34 ? tree(taken) : list(taken)) + others(taken)
    }

    private func tree(_ taken: Outcome?) -> [StyledLine] {
        var fork = Array(repeating: Character(" "), count: 34)
        fork[1] = "└"
        let centres = Self.branches.map { $0.column + $0.width / 2 }
        for column in 2..<(centres.last ?? 2) { fork[column] = "─" }
        for centre in centres.dropLast() { fork[centre] = "┬" }
        if let last = centres.last { fork[last] = "┐" }
        var upper = StyledLine()
        var lower = StyledLine()
        for branch in Self.branches {
            let isTaken = branch.outcome == taken
            upper.append(branch.words.0, in: branch.width, isTaken: isTaken)
            lower.append(branch.words.1, in: branch.width, isTaken: isTaken, marks: false)
        }
        return [StyledLine(String(fork), .border), upper, lower]
    }

    private func list(_ taken: Outcome?) -> [StyledLine] {
        Self.branches.map { branch in
            let words = "\(branch.words.0) \(branch.words.1)"
            return branch.outcome == taken
                ? StyledLine(" ▶\(words)◀", .outcomeTaken) : StyledLine("  \(words)", .outcomeOpen)
        }
    }

    /// Words that fit beside an outcome.
    private func room(for words: String) -> String { TextWidth.shortened(words, to: max(0, width - 10)) }

    /// The other ways to end; only the one taken is shown.
    private func others(_ taken: Outcome?) -> [StyledLine] {
        switch taken {
        case .plain(let why): [StyledLine(" ▶plain◀", .outcomeTaken).with(" " + room(for: why.words), .text)]
        case .fresh where visit?.isFromCacheAlone == true:
            [StyledLine(" ▶offline◀", .outcomeTaken).with(" from the cache alone", .text)]
        case .fresh: [StyledLine(" ▶fresh◀", .outcomeTaken).with(" no request was due", .text)]
        case .offline: [StyledLine(" ▶offline◀", .failure).with(" the stored page stays", .text)]
        case .failed: [StyledLine(" ▶failed◀", .failure)]
        case .firstLoad, .allCached, .dataUpdate, .templateChange, nil: []
        }
    }
}

extension [StyledLine] {
    /// The lines with a blank one below; none for none.
    fileprivate var spaced: [StyledLine] { isEmpty ? [] : self + [StyledLine()] }
}

extension StyledLine {
    fileprivate mutating func append(_ word: String, in width: Int, isTaken: Bool, marks: Bool = true) {
        let text = isTaken && marks ? "▶\(word)◀" : word
        let left = max(0, width - text.count) / 2 + (max(0, width - text.count) % 2)
        append(String(repeating: " ", count: left), .text)
        append(text, isTaken ? .outcomeTaken : .outcomeOpen)
        append(String(repeating: " ", count: max(0, width - text.count - left)), .text)
    }

    fileprivate func with(_ text: String, _ role: Role) -> StyledLine {
        StyledLine(runs + [Run(text: text, role: role)])
    }
}

extension String {
    /// The text with blanks after it up to a width; every character of it counts as one column.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
