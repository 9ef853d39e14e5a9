import SonicProtocol

/// An order to compare two versions of a page.
public struct DifferenceOrder: Sendable, Equatable {
    /// The page's address, without a fragment.
    public var page: WebURL
    /// The number of the older version.
    public var old: Int
    /// The number of the newer version.
    public var new: Int

    package init(page: WebURL, old: Int, new: Int) {
        self.page = page
        self.old = old
        self.new = new
    }
}
