extension PageSplit {
    /// Returns the blocks in which two full pages with the same template differ; nil if the templates differ, since
    /// then their blocks do not correspond. Linear in both pages.
    ///
    /// - Parameters:
    ///   - html: The page of this split.
    ///   - other: The newer page's split.
    ///   - newer: The newer page.
    public func changes(in html: [UInt8], to other: PageSplit, in newer: [UInt8]) -> [BlockChange]? {
        let (old, new) = (slots, other.slots)
        guard old.count == new.count else { return nil }
        var changes: [BlockChange] = []
        var oldEnd = 0
        var newEnd = 0
        for (left, right) in zip(old, new) {
            guard keys(for: left.slot) == other.keys(for: right.slot),
                Bytes.equal(
                    html.span, oldEnd..<left.range.lowerBound, newer.span, newEnd..<right.range.lowerBound)
            else { return nil }
            (oldEnd, newEnd) = (left.range.upperBound, right.range.upperBound)
            if !Bytes.equal(html.span, left.range, newer.span, right.range) {
                changes.append(
                    BlockChange(name: displayName(of: left.slot), old: left.range, new: right.range))
            }
        }
        let isSame = Bytes.equal(html.span, oldEnd..<html.count, newer.span, newEnd..<newer.count)
        return isSame ? changes : nil
    }
}
