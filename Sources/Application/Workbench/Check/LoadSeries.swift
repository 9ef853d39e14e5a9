import SonicLint
import SonicProtocol

/// Loads of a page one after the other, each over a new connection, and which of them have the same template.
struct LoadSeries: Sendable {
    /// The number of loads after which an edit is told from templates that alternate.
    static let most = 5

    private(set) var pages: [KnownVersion] = []
    /// For each load, the first one with the same template.
    private var templates: [Int] = []

    /// What the templates show.
    enum Result {
        /// All are the same.
        case steady
        /// The template changed, and did not return: it may have been edited.
        case edited
        /// A template returned after another, or more than three were received.
        case unsteady
    }

    /// Compares the page with the templates received so far. Linear in the pages.
    mutating func append(_ page: KnownVersion) {
        templates.append(
            pages.firstIndex { Self.differences($0, page).isEmpty }.map { templates[$0] } ?? pages.count)
        pages.append(page)
    }

    /// Nil for less than two loads.
    var result: Result? {
        guard pages.count > 1 else { return nil }
        let changes = zip(templates, templates.dropFirst()).count { $0 != $1 }
        let count = Set(templates).count
        return count == 1 ? .steady : changes >= count || count > 3 ? .unsteady : .edited
    }

    /// Whether more loads may change the result.
    var isUndecided: Bool { pages.count < 2 || result != .steady && pages.count < Self.most }

    /// Whether nothing changed from one load to the next.
    var isUnchanged: Bool {
        result == .steady && pages.allSatisfy { $0.html == pages[0].html && $0.etag == pages[0].etag }
    }

    /// The templates in the order of the loads, and how the first two differ.
    var words: String {
        let known = Set(templates).sorted()
        let letters = templates.map { String("ABCDE".dropFirst(known.firstIndex(of: $0) ?? 0).prefix(1)) }
        let other = known.dropFirst().first.flatMap { Self.differences(pages[0], pages[$0]).first }
        return
            "\(pages.count) loads over new connections had the templates \(letters.joined(separator: ", "))"
            + (other.map { "; A and B: \($0.message)" } ?? "")
    }

    private static func differences(_ earlier: KnownVersion, _ later: KnownVersion) -> [Finding] {
        TemplateLint.findings(
            LoadedPage(html: earlier.html, templateTag: earlier.templateTag),
            LoadedPage(html: later.html, templateTag: later.templateTag))
    }
}
