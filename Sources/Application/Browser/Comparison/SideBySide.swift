import BrowserValues
import CellGrid
import Exchanges
import HTML
import SonicProtocol
import SonicSession
import Workbench

/// An overlay that compares two exchanges part by part: as source, byte by byte, or as readable text. Long work is done
/// when idle.
struct SideBySide: TextOverlay {
    /// The exchanges.
    let comparison: SideComparison
    /// The part shown.
    private(set) var part: ComparedPart
    /// The lines and the scroll position.
    var text = ScrolledText()
    /// The lines at which differences begin, as far as they are known.
    private(set) var differences: [Int] = []
    /// The index of the difference visited last; nil for none.
    private(set) var difference: Int?
    /// The description of the part, above its lines.
    private(set) var what = ""
    private var wanted: [ComparedPart: ComparisonForm] = [:]
    private var blocks: BlockPairs?
    private var work = Work.done
    private var inputs: Inputs?

    /// The remaining work.
    private enum Work {
        /// Nothing.
        case done
        /// Source is compared; `drawn` changes have been turned into lines.
        case source(SourceDiff, drawn: Int)
        /// The text of a page is compared.
        case text(Document)
    }

    /// The inputs that determine the lines.
    private typealias Inputs = (part: ComparedPart, form: ComparisonForm, width: Column, secrets: Secrets)

    /// Compares two exchanges, and shows the first part that differs.
    init(_ old: ExchangeSide, _ new: ExchangeSide) {
        comparison = SideComparison(old: old, new: new)
        part = comparison.firstDifferent
    }

    /// The form in which the part is compared.
    var form: ComparisonForm { wanted[part] ?? part.forms[0] }

    /// The form that the key switches to; nil if there is no other.
    var otherForm: ComparisonForm? { part.forms.first { $0 != form } }

    // MARK: Navigation

    mutating func show(_ part: ComparedPart) { self.part = part }

    /// Shows the next or the previous part, with wraparound.
    mutating func turnPart(by step: Int) {
        let all = ComparedPart.numbered
        show(all[((all.firstIndex(of: part.numbered) ?? 0) + step + all.count) % all.count])
    }

    /// Switches to the other form. Returns false if there is none.
    mutating func turnForm() -> Bool {
        guard let otherForm else { return false }
        wanted[part] = otherForm
        return true
    }

    /// Shows the next or the previous block that differs; the list precedes the first. Returns false if there is none.
    mutating func turnBlock(by step: Int) -> Bool {
        guard part.numbered == .blocks, let blocks else { return false }
        let all = [.blocks] + blocks.different
        guard let place = all.firstIndex(of: part), all.indices.contains(place + step) else { return false }
        part = all[place + step]
        return true
    }

    /// Goes to the next or the previous difference. Returns false if there is none.
    mutating func turnDifference(by step: Int, height: Int) -> Bool {
        let place: Int?
        let shown = text.top..<(text.top + max(1, height))
        if let difference, shown.contains(differences[difference]) {
            place = difference + step
        } else {
            place =
                step > 0
                ? differences.firstIndex { $0 >= text.top } : differences.lastIndex { $0 < text.top }
        }
        guard let place, differences.indices.contains(place) else { return false }
        difference = place
        // Lines of context remain visible.
        scroll(to: differences[place] - min(3, height / 4), height: height)
        return true
    }

    // MARK: Content

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        let next = (part: part, form: form, width: area.columns, secrets: model.shownSecrets)
        if inputs.map({ $0 != next }) ?? true {
            let isWidth = inputs.map { $0.part == part && $0.form == form } ?? false
            inputs = next
            begin(isWidth ? work : nil, model)
            // Small comparisons are complete at once.
            for _ in 0..<Self.stepsAtOnce where !isSettled { advance() }
        }
        text.clamp(height: height(in: area))
        return true
    }

    /// The number of steps before the next frame.
    private static let stepsAtOnce = 12

    private mutating func begin(_ work: Work?, _ model: Model) {
        (text.lines, text.top) = ([], 0)
        (differences, difference) = ([], nil)
        what = ""
        switch work {
        case .source(let diff, _): self.work = .source(diff, drawn: 0)
        case .text, .done, nil: self.work = beginning(model)
        }
        describe()
    }

    private mutating func beginning(_ model: Model) -> Work {
        guard let inputs else { return .done }
        if part == .headers, form == .text {
            add(comparison.headers(inputs.secrets, width: inputs.width))
            return .done
        }
        // Values that differ behind the mask count as different, so they are masked when they are drawn.
        switch comparison.bytes(of: part, .kept) {
        case .failure(let missing): add(missing.words, .dimmed)
        case .success(let both) where part == .blocks:
            let pairs = blocks ?? BlockPairs(both.old, both.new)
            blocks = pairs
            add(pairs.lines)
        case .success(let both) where form == .text:
            let (url, pages) = (comparison.new.url, comparison.pages(both, of: part))
            return .text(
                Document(
                    comparing: pages.old, with: pages.new, ComparisonRules(model.settings[url]),
                    charsets: model.setup.environment.charsets, chosen: model.encoding(of: url)))
        case .success(let both): return .source(SourceDiff(from: both.old, to: both.new), drawn: 0)
        }
        return .done
    }

    // MARK: Idle work

    /// Whether all lines are complete.
    var isSettled: Bool {
        guard inputs != nil, case .done = work else { return false }
        return true
    }

    /// Continues comparing, or makes more lines, when idle.
    mutating func advance() {
        guard let inputs else { return }
        let work = self.work
        // Removed meanwhile, so that appending to it does not copy it.
        self.work = .done
        switch work {
        case .done: return
        case .text(var page):
            page.continueComparing()
            guard page.latest.comparison == nil else { return self.work = .text(page) }
            add(.changes(page.latest.changes, width: inputs.width))
        case .source(var diff, let drawn):
            if !diff.isDone {
                diff.advance()
                self.work = .source(diff, drawn: 0)
            } else if drawn < diff.changes.count, text.lines.count < Self.maxLines {
                add(change: drawn, of: diff, inputs)
                self.work = .source(diff, drawn: drawn + 1)
            } else {
                end(diff, inputs)
            }
        }
        if isSettled { describe() }
    }

    /// The maximum number of lines shown of a comparison; a file contains all of it.
    private static let maxLines = 20_000

    private mutating func add(change index: Int, of diff: SourceDiff, _ inputs: Inputs) {
        if index == 0 { text.lines.append(StyledLine(" " + SourceLine.legend, .dimmed)) }
        let lines = diffText(diff, inputs).lines(ofChange: index)
        text.lines += lines.around
        differences.append(text.lines.count)
        text.lines += lines.change + lines.behind
    }

    private mutating func end(_ diff: SourceDiff, _ inputs: Inputs) {
        if diff.changes.isEmpty {
            add(SideComparison.same(diff.new), .dimmed)
        } else if differences.count < diff.changes.count {
            add(
                "… \(diff.changes.count - differences.count) more differences: save them to a file to see all.",
                .warning)
        } else {
            text.lines += diffText(diff, inputs).ending
        }
    }

    private func diffText(_ diff: SourceDiff, _ inputs: Inputs) -> SourceDiffText {
        var lines = SourceDiffText(diff: diff, width: inputs.width)
        if inputs.part == .headers {
            lines.shown = { bytes in
                let masked = HeadMask.head(Array(bytes), inputs.secrets)
                return masked.elementsEqual(bytes) ? nil : masked + Array("  (masked)".utf8)
            }
        }
        return lines
    }

    // MARK: Saving and copying

    /// The names of both sides.
    var names: (old: String, new: String) { (comparison.old.title, comparison.new.title) }

    // MARK: Lines

    private mutating func add(_ words: String, _ role: Role) {
        text.lines += StyledLine.paragraph(words, role, to: (inputs?.width ?? 80) - 1, hanging: 2)
    }

    private mutating func add(_ lines: MarkedLines) {
        differences += lines.differences.map { $0 + text.lines.count }
        text.lines += lines.lines
    }

    /// Describes what is compared, and how much of it differs.
    private mutating func describe() {
        var words = part.words
        words += form == .source ? ", source" : part == .headers ? ", by name" : ", text"
        let count = differences.count
        switch work {
        case .done: words += count == 1 ? ": 1 difference" : ": \(count) differences"
        case .source, .text: words += ": comparing…"
        }
        what = words
    }
}
