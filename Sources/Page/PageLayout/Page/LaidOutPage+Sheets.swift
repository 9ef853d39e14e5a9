import CSS
import HTML

// Style sheets that a page names by links: they come late or not at all, and the page is read without them
// meanwhile.
extension LaidOutPage {
    /// How a page begins to be read.
    var firstCheckpoint: Checkpoint {
        var flow = Flow(width: width)
        flow.sheets = sheets
        if !appliesStyles { flow.rules = StyleRules(areApplied: false) }
        for sheet in readerSheets { flow.rules.add(sheet, of: .reader) }
        if let ahead { flow.know(ahead) }
        flow.mainText = part
        return Checkpoint(HTMLParser(isXML: isXML), flow)
    }

    /// Takes style sheets, each by its address as the page has it, behind those that it imports, in UTF-8. Each counts
    /// from where its link stands; the page is read again from its beginning, when it is asked for. Sheets that came
    /// before are replaced: none is left out of the list that is to stay.
    /// - Parameters:
    ///   - readerSheets: The reader's own style sheets, in UTF-8.
    ///   - appliesStyles: Whether any styles count: those of the page itself and the reader's, too.
    /// - Returns: Whether anything is new.
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

    /// Reads the page again from its beginning, when it is asked for.
    mutating func readAnew() {
        let bytes = source
        chunks = []
        firstLinks = []
        linksInChunks = 0
        restartFront(from: firstCheckpoint, at: 0, over: bytes)
        beginWindow(at: 0)
    }
}
