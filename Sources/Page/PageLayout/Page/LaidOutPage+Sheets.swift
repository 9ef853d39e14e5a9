import CSS
import HTML

// External style sheets: they arrive late or not at all, and the page is read without them meanwhile.
extension LaidOutPage {
    /// The state at the start of the page.
    var firstCheckpoint: Checkpoint {
        var flow = Flow(width: width)
        flow.sheets = sheets
        if !appliesStyles { flow.rules = StyleRules(areApplied: false) }
        for sheet in readerSheets { flow.rules.add(sheet, of: .reader) }
        if let ahead { flow.know(ahead) }
        flow.mainText = part
        return Checkpoint(HTMLParser(isXML: isXML), flow)
    }

    /// Replaces the external style sheets with those given, in UTF-8, each keyed by its address as written in the page,
    /// after those that it imports. Each applies from the position of its link on; the page is read again from its
    /// beginning, on demand. The list must contain all sheets that are to remain.
    /// - Parameters:
    ///   - readerSheets: The user's style sheets, in UTF-8.
    ///   - appliesStyles: Whether any styles apply, including those of the page itself and the user's.
    /// - Returns: Whether anything changed.
    @discardableResult
    public mutating func apply(
        sheets: [String: [[UInt8]]], readerSheets: [[UInt8]] = [], appliesStyles: Bool = true
    ) -> Bool {
        guard
            sheets != self.sheets || appliesStyles != self.appliesStyles || readerSheets != self.readerSheets
        else { return false }
        self.sheets = sheets
        self.readerSheets = readerSheets
        self.appliesStyles = appliesStyles
        readAnew()
        return true
    }

    /// Discards everything that was read, so that the page is read again from its beginning, on demand.
    mutating func readAnew() {
        let bytes = source
        chunks = []
        firstLinks = []
        linksInChunks = 0
        restartFront(from: firstCheckpoint, at: 0, over: bytes)
        beginWindow(at: 0)
    }
}
