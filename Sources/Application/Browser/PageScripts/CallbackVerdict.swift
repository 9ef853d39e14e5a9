import Workbench

/// Whether a page's own script shows an update, from what it did and what the page shows then.
public struct CallbackVerdict: Equatable, Sendable {
    /// The judgement.
    package enum Judgement: String, Sendable {
        /// The page shows what the merged page shows in each changed block.
        case shown
        /// It does not.
        case notShown
        /// It may, or not.
        case notJudged
    }

    /// A line that differs from the merged page's.
    package struct Line: Equatable, Sendable {
        /// The number of the line in the text of the merged page; 0 for the title.
        package let number: Int
        /// What the page shows.
        package let shown: String
        /// What the merged page shows.
        package let wanted: String
    }

    package let judgement: Judgement
    /// The changed blocks that have text on the page, in page order.
    package let changed: [String]
    /// Those of them that the page's script updated.
    package let patched: [String]
    /// The evidence for the judgement, the most specific first.
    package let causes: [CallbackCause]
    /// The first lines that differ.
    package let lines: [Line]
    /// What scripts wrote to the console.
    package let console: [String]

    /// The maximum number of lines.
    private static let most = 5

    /// Judges a run.
    package init(_ run: CallbackRun, _ result: Result<CallbackRun.Reports, ScriptFailure>) {
        switch result {
        case .failure(let failure): self.init(notJudged: .failed(failure))
        case .success(let reports): self.init(run, reports)
        }
    }

    /// A verdict without a run.
    package init(notJudged cause: CallbackCause) {
        (judgement, causes) = (.notJudged, [cause])
        (changed, patched) = ([], [])
        (lines, console) = ([], [])
    }

    private init(_ run: CallbackRun, _ reports: CallbackRun.Reports) {
        let evidence = CallbackEvidence(run, reports)
        (changed, patched) = (evidence.changed, evidence.patched)
        lines = Array(evidence.after.lines.prefix(Self.most))
        console = reports.stored.console
        let unknown = evidence.unknown
        let faults = evidence.faults
        if !unknown.isEmpty {
            (judgement, causes) = (.notJudged, unknown)
        } else {
            judgement = faults.isEmpty ? .shown : .notShown
            causes = faults.isEmpty && !reports.stored.isAsked ? [.notAsked] : faults
        }
    }
}
