import BrowserValues
import PageLayout
import Workbench

/// The reader's choices that override the configuration, for all pages in this run or for the pages of a site.
public struct ReaderChoices: Sendable {
    /// Whether requests may be sent to servers.
    public var reach = Reach.online
    /// Whether pictures are drawn as characters.
    public var showsPictures = false
    /// Whether long lines of preformatted text are wrapped.
    var preformatted = PreformattedLines.folded
    /// The origins of sites with linked sheets enabled against the configuration.
    private(set) var styledSites: Set<String>
    /// The origins of sites with linked sheets disabled.
    private(set) var unstyledSites: Set<String>
    /// The sites whose pages are shown without any styles in this run; empty for files.
    var bareSites: Set<String> = []
    /// What makes own sessions worse on purpose.
    var impairment = Impairment()

    /// Creates choices with the saved ones of sites.
    public init(styledSites: Set<String> = [], unstyledSites: Set<String> = []) {
        (self.styledSites, self.unstyledSites) = (styledSites, unstyledSites)
    }

    /// Returns whether linked sheets are enabled for a site.
    /// - Parameter isSaid: The value of the configuration.
    func wantsStyles(of origin: String, isSaid: Bool) -> Bool {
        styledSites.contains(origin) || !unstyledSites.contains(origin) && isSaid
    }

    /// Enables or disables the linked sheets of a site.
    mutating func wantStyles(_ isWanted: Bool, of origin: String, isSaid: Bool) {
        styledSites.remove(origin)
        unstyledSites.remove(origin)
        // A choice that equals the configuration is not saved, and follows its changes.
        guard isWanted != isSaid else { return }
        if isWanted { styledSites.insert(origin) } else { unstyledSites.insert(origin) }
    }
}
