import PageLayout

extension Document {
    /// Parses the page's forms, unless they are current for the received bytes. Linear in the page.
    mutating func readForms() { reader.filling.read(layout) }

    /// Ensures that the input can be drawn. A page that is being received is not parsed again for each chunk.
    mutating func settleForms() {
        guard !reader.filling.isEmpty else { return }
        if reader.filling.page == nil || layout.isFinished { readForms() }
    }

    /// Returns the field at a link index; nil for another kind of link, and if the forms were not parsed.
    func field(ofLink index: Int) -> PageField? {
        fieldIndex(ofLink: index).flatMap { reader.filling.page?.fields[$0] }
    }

    /// Returns the index of the field among those of the page.
    func fieldIndex(ofLink index: Int) -> Int? {
        guard case .field(let source) = layout.link(index)?.target else { return nil }
        return reader.filling.page?.field(at: source)
    }
}
