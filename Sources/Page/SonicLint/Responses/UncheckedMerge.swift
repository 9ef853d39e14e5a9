import SonicProtocol

/// A data update merged into a page without checking its hash.
struct UncheckedMerge {
    /// The update.
    let update: DataUpdate
    /// The merged page.
    let page: MergedPage

    /// Merges the body of a response into a page; nil if the body is not an update, or does not match the page. Linear in
    /// both.
    init?(_ body: [UInt8], into page: [UInt8], _ hashes: Hashes) {
        // A body that is not an update has findings of its own.
        guard let update = try? DataUpdate(json: body),
            // So has data that does not match the page.
            let merged = try? PageSplit(html: page).merging(update, into: page, claimed: nil, hashes: hashes)
        else { return nil }
        (self.update, self.page) = (update, merged)
    }
}
