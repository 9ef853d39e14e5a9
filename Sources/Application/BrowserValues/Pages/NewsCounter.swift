import HTML
import SonicSession

/// Counts what is new in a version of a page since an older one, and finds its title, as the screen would: services
/// neither lay out pages nor wait in the build for what does.
package struct NewsCounter: Sendable {
    /// Returns the number of lines that differ at a width, under rules; nil if there are too many to count.
    package let lines:
        @Sendable (_ old: PageVersion, _ new: PageVersion, _ width: Int, ComparisonRules, EncodingChoice?) ->
            Int?
    /// Returns the number of new entries of a feed; nil if either version is not a feed.
    package let entries: @Sendable (_ old: PageVersion, _ new: PageVersion, EncodingChoice?) -> Int?
    /// Returns the title of a page; empty for none.
    package let title: @Sendable (PageVersion, EncodingChoice?) -> String

    package init(
        lines: @escaping @Sendable (PageVersion, PageVersion, Int, ComparisonRules, EncodingChoice?) -> Int?,
        entries: @escaping @Sendable (PageVersion, PageVersion, EncodingChoice?) -> Int?,
        title: @escaping @Sendable (PageVersion, EncodingChoice?) -> String
    ) {
        self.lines = lines
        self.entries = entries
        self.title = title
    }
}
