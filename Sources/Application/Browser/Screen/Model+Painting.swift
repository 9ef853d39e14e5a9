// What is timed from the screen.
extension Model {
    /// The visit whose page is drawn now for the first time: send `.framePainted` when the frame is on the
    /// screen. nil when nothing is to be timed.
    public var awaitsPaint: Int? {
        guard let visit, visit.painted == nil, account.tabs.front.showsVisit else { return nil }
        return documentVisit
    }
}
