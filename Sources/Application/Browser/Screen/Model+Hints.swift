import CellGrid
import PageLayout

// Numbers on the visible links and fields.
extension Model {
    /// The visible links and fields with text, from top left to bottom right.
    var linksShown: [Int] {
        guard let document else { return [] }
        var links: [Int] = []
        var seen: Set<Int> = []
        for line in linesShown.clamped(to: 0..<document.layout.lineCount) {
            for run in document.lineShown(line).runs {
                if let link = run.link, seen.insert(link).inserted { links.append(link) }
            }
        }
        return links
    }

    /// The state of the screen to which the numbers belong.
    var hintScreenState: Hints.ScreenState? {
        document.map {
            Hints.ScreenState(
                visit: documentVisit, top: $0.reader.top, topOffset: $0.reader.topOffset,
                width: $0.layout.width,
                columnsLeft: $0.reader.columnsLeft,
                byteCount: $0.layout.byteCount)
        }
    }

    mutating func numberLinks(_ purpose: Hints.Purpose) {
        guard let ground = hintScreenState else { return }
        inputMode = .hints(Hints(purpose: purpose, links: linksShown, screenState: ground))
    }

    /// Removes the numbers once the page under them has changed.
    mutating func settleHints() {
        if case .hints(let hints) = inputMode, hints.screenState != hintScreenState || overlay != nil {
            inputMode = nil
        }
    }

    mutating func pressInHints(_ key: Key, _ hints: Hints) -> [Effect] {
        var hints = hints
        switch keys.command(for: key, in: [.hints]) {
        case .typeNumber:
            guard case .character(let digit) = key else { return [] }
            hints.typed.unicodeScalars.append(digit)
            if hints.matches.isEmpty {
                notice = .refusal("Invalid number \(hints.typed).")
                hints.typed.removeLast()
            }
        case .eraseNumber:
            if hints.typed.popLast() == nil {
                inputMode = nil
                return []
            }
        case .takeNumber:
            guard let link = hints.typedLink else {
                return refuse(keys.line("Type a number first; {leave-numbers} leaves."))
            }
            return choose(link, hints.purpose)
        case .leaveNumbers:
            inputMode = nil
            return []
        case .some, nil:
            return refuse(
                keys.line("\(key.name) does nothing while links are numbered; {leave-numbers} leaves."))
        }
        inputMode = .hints(hints)
        return hints.only.map { choose($0, hints.purpose) } ?? []
    }

    private mutating func choose(_ link: Int, _ purpose: Hints.Purpose) -> [Effect] {
        inputMode = nil
        document?.reader.chosenLink = link
        switch purpose {
        case .follow: return followLink()
        case .choose:
            if let chosen = document?.layout.link(link) { notice = .news(description(chosen)) }
            return linger(at: link)
        }
    }
}
