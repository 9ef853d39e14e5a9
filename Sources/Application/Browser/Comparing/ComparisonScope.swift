import BrowserValues
import PageLayout
import SonicProtocol

/// The rules of a site, applied to two versions of one page.
struct ComparisonScope: Sendable {
    let rules: ComparisonRules
    private let ignored: Elements
    private let only: Elements

    /// The ranges of source that the selectors of one list match, in the old and the new version.
    private struct Elements {
        let old: ElementRanges
        let new: ElementRanges

        init(_ selectors: [String], old: [UInt8], new: [UInt8]) {
            self.old = ElementRanges(selectors, in: old)
            self.new = ElementRanges(selectors, in: new)
        }
    }

    /// Applies rules to two versions, given as text in UTF-8. Parses both pages if the rules have selectors.
    init(_ rules: ComparisonRules, old: [UInt8], new: [UInt8]) {
        self.rules = rules
        ignored = Elements(rules.ignoredSelectors, old: old, new: new)
        only = Elements(rules.onlySelectors, old: old, new: new)
    }

    /// Whether a change does not count, judged by the elements that contain it.
    func isQuiet(_ change: BlockChange) -> Bool {
        if ignored.old.cover(change.old), ignored.new.cover(change.new) { return true }
        let mayCount = rules.only.isEmpty || rules.only.count > rules.onlySelectors.count
        return !mayCount && !only.old.meet(change.old) && !only.new.meet(change.new)
    }

    /// Whether a line of the old version does not count.
    func isQuiet(old line: LaidOutPage.PassageLine) -> Bool { isQuiet(line, ignored.old, only.old) }

    /// Whether a line of the new version does not count.
    func isQuiet(new line: LaidOutPage.PassageLine) -> Bool { isQuiet(line, ignored.new, only.new) }

    private func isQuiet(
        _ line: LaidOutPage.PassageLine, _ ignored: ElementRanges, _ only: ElementRanges
    ) -> Bool {
        if ignored.hold(line.start) { return true }
        if !rules.only.isEmpty, !only.hold(line.start), !rules.names(line.text) { return true }
        return !line.text.isEmpty && rules.reduced(line.text).allSatisfy { $0 == " " }
    }
}
