import CellGrid
import PageLayout

// The lists of links and of headings, and going from heading to heading.
extension Model {
    /// Lists the links or the headings of the page.
    mutating func list(_ kind: ContentsLine.Kind) {
        var line = ContentsLine(kind)
        if var document {
            self.document = nil
            // What is on the screen is listed at once, the rest while nothing else happens.
            line.advance(&document.layout)
            document.isSettled = false
            self.document = document
        }
        prompt = .contents(line)
    }

    /// Lists what one portion more of the page has.
    /// - Returns: Whether there is more.
    mutating func goOnListing() -> Bool {
        guard case .contents(var line) = prompt, var document else { return false }
        (prompt, self.document) = (nil, nil)
        line.advance(&document.layout)
        let isMore = line.hasMore(of: document.layout)
        (prompt, self.document) = (.contents(line), document)
        return isMore
    }

    /// Follows the link under the cursor, or goes to the heading.
    mutating func acceptContents(_ line: ContentsLine) -> [Effect] {
        guard let chosen = line.list.chosen?.item else {
            notice = .refusal(
                line.list.entries.isEmpty ? "Nothing to choose." : "No matches.")
            return []
        }
        prompt = nil
        switch chosen {
        case .link(let index):
            document?.chosenLink = index
            return followLink()
        case .heading(let line):
            noteJump()
            showPage(line)
            return []
        }
    }

    /// Chooses the link under the cursor and shows it, without following it; goes to the heading.
    mutating func chooseContents(_ line: ContentsLine) -> [Effect] {
        guard case .link(let index) = line.list.chosen?.item else { return acceptContents(line) }
        prompt = nil
        noteJump()
        if plan[.page] == nil { screen.focus(on: .page) }
        let height = pageHeight(plan)
        document?.show(link: index, height: height)
        guard let link = document?.layout.link(index) else { return [] }
        document?.chosenLink = index
        notice = .news(description(link))
        return linger(at: index)
    }

    /// Goes to the heading below the first line on the screen, or above it.
    mutating func goToHeading(_ step: LinkStep) {
        guard let document else { return }
        let top = document.layout.portioned(line: document.top)
        let found =
            switch step {
            case .next: self.document?.heading(below: top)
            case .previous: self.document?.heading(above: top)
            }
        guard let found else {
            notice = .refusal(step == .next ? "No heading below." : "No heading above.")
            return
        }
        let before = document.top
        showPage(found)
        // At the end of the page a heading cannot be brought to the top.
        if step == .next, self.document?.top == before { notice = .refusal("No heading below.") }
    }

    /// Puts a line of the page at the top of its pane.
    private mutating func showPage(_ line: PortionedLine) {
        if plan[.page] == nil { screen.focus(on: .page) }
        let height = pageHeight(plan)
        document?.show(line, height: height)
    }
}

extension Document {
    /// Puts a line at the top, wherever it stands.
    mutating func show(_ place: PortionedLine, height: Int) {
        if layout.line(at: place) == nil {
            layout.show(portion: place.portion)
            top = layout.line(at: place) ?? top
        }
        if let line = layout.line(at: place) { scroll(to: line, height: height) }
    }

    /// Brings a link on the screen, wherever it stands.
    mutating func show(link index: Int, height: Int) {
        if layout.link(index) == nil, let portion = layout.portion(ofLink: index) {
            layout.show(portion: portion)
            top = layout.link(index)?.line ?? top
        }
        guard let line = layout.link(index)?.line else { return }
        if !(top..<top + height).contains(line) { scroll(to: line - height / 3, height: height) }
        show(columnsOfLink: index)
    }

    /// Scrolls sideways to a link of a line that is on the screen.
    mutating func show(columnsOfLink index: Int) {
        guard let line = layout.link(index)?.line, line < layout.lineCount,
            let run = layout.line(line).runs.first(where: { $0.link == index })
        else { return }
        show(columns: run.columns, ofLine: line)
    }

    /// The first heading below a line. Lays out as much as it takes to know.
    fileprivate mutating func heading(below line: PortionedLine) -> PortionedLine? {
        var portion = line.portion
        while true {
            if let found = heading(below: line, from: portion) { return found }
            // The last portion grows as the page is read.
            portion = max(line.portion, layout.portionCount - 1)
            guard layout.readOn() else { return heading(below: line, from: portion) }
        }
    }

    private mutating func heading(below line: PortionedLine, from first: Int) -> PortionedLine? {
        for portion in min(first, layout.portionCount)..<layout.portionCount {
            let headings = layout.headings(inPortion: portion)
            if let found = headings.first(where: { $0.line > line }) { return found.line }
        }
        return nil
    }

    /// The last heading above a line.
    fileprivate mutating func heading(above line: PortionedLine) -> PortionedLine? {
        for portion in (0...max(0, min(line.portion, layout.portionCount - 1))).reversed() {
            if let found = layout.headings(inPortion: portion).last(where: { $0.line < line }) {
                return found.line
            }
        }
        return nil
    }
}
