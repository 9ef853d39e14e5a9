/// The start page, with the order of the other pages.
extension DemoSite {
    /// A group of pages on the start page.
    struct Section: Sendable {
        let heading: String
        let introduction: String
        let pages: [DemoPage]
    }

    static let sections = [
        Section(
            heading: "The four outcomes",
            introduction: "Open a page, then press <b>r</b> and watch which way its session takes.",
            pages: outcomes),
        Section(
            heading: "Kinds of change",
            introduction:
                "Open a page and press <b>r</b>: the diff shows what changed. Press <b>w</b> to watch it.",
            pages: changes),
        Section(
            heading: "What the server may ask of the cache",
            introduction: "Each page comes with another <code>Cache-Offline</code> header.",
            pages: offlinePages),
        Section(
            heading: "When things go wrong",
            introduction: "A client must survive all of these, and say what it did.",
            pages: troubles),
        Section(
            heading: "Pages to read",
            introduction: "Ordinary pages, long and short.",
            pages: readings),
    ]

    static let start = DemoPage(
        path: "/", title: "Sonic demo", summary: "",
        content: { _ in
            """
            <p>A Sonic page has two parts. The <b>template</b> is what stays the same from one visit to the next;
            the <b>data</b> is what changes: the blocks between two special comments, and the title. A browser
            that has the page shows it at once from its cache and asks the server only for what is new.</p>

            <p>There are four ways this can end:</p>
            <table>
            <tr><th>Outcome</th><th>When</th><th>What comes over the wire</th></tr>
            <tr><td>first load</td><td>never seen before</td><td>the whole page</td></tr>
            <tr><td>all cached</td><td>nothing changed</td><td>a 304, no body</td></tr>
            <tr><td>data update</td><td>some blocks changed</td><td>the data as JSON</td></tr>
            <tr><td>template change</td><td>the page itself changed</td><td>the whole page</td></tr>
            </table>

            \(sections.map(list).joined(separator: "\n"))
            <p>There is also <a href="/faults/">a list of servers gone wrong</a>, for people who test clients.</p>
            """
        })

    private static func list(_ section: Section) -> String {
        let items = section.pages.map { page in
            "<li><a href=\"\(page.path)\">\(page.title)</a>: \(page.summary)</li>"
        }
        return """
            <h2>\(section.heading)</h2>
            <p>\(section.introduction)</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>

            """
    }
}
