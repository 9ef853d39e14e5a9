import PageLayout

/// What the reader has chosen for all pages in this run, or for the pages of a site, whatever the configuration says.
public struct ReaderChoices: Sendable {
    /// Whether servers may be asked.
    public var reach = Reach.online
    /// Whether pictures are drawn as characters.
    public var pictures = PicturePreference.off
    /// Whether long lines of preformatted text are folded.
    var preformatted = PreformattedLines.folded
    /// The sites whose style sheets are wanted although the configuration says otherwise, by their origins.
    private(set) var styledSites: Set<String>
    /// The sites whose style sheets are not wanted.
    private(set) var unstyledSites: Set<String>
    /// The sites whose pages are shown without any styles in this run; empty for files.
    var bareSites: Set<String> = []

    /// Choices of sites that were remembered.
    public init(styledSites: Set<String> = [], unstyledSites: Set<String> = []) {
        (self.styledSites, self.unstyledSites) = (styledSites, unstyledSites)
    }

    /// Whether the style sheets of a site are wanted.
    /// - Parameter isSaid: Whether the configuration wants them.
    func wantsStyles(of origin: String, isSaid: Bool) -> Bool {
        styledSites.contains(origin) || !unstyledSites.contains(origin) && isSaid
    }

    /// Wants the style sheets of a site or not.
    mutating func wantStyles(_ isWanted: Bool, of origin: String, isSaid: Bool) {
        styledSites.remove(origin)
        unstyledSites.remove(origin)
        // What the configuration says anyway need not be remembered, and changes with it.
        guard isWanted != isSaid else { return }
        if isWanted { styledSites.insert(origin) } else { unstyledSites.insert(origin) }
    }
}
