/// A page for each server fault, for testing clients, including this program.
extension DemoSite {
    static let faults = [faultList] + faultPages

    private static let faultList = DemoPage(
        path: "/faults/", title: "Servers gone wrong", summary: "", manner: .plain,
        content: { _ in
            let rows = faultPages.map { page in
                "<tr><td><a href=\"\(page.path)\">\(page.title)</a></td><td>\(page.summary)</td></tr>"
            }
            return """
                <p>Each of these does one thing wrong.</p>
                <table>
                <tr><th>Page</th><th>What the server does</th></tr>
                \(rows.joined(separator: "\n"))
                </table>
                """
        })

    private static let faultPages =
        Fault.allCases.map { page($0.rawValue, $0.meaning, $0, .always) } + [
            page("flaky-error", "fails with 500 at every second request", .error, .everySecond),
            page(
                "flaky-connection", "closes without a response at every second request", .hangUp, .everySecond
            ),
        ]

    /// Returns a page with a fault. Its content changes, or does not for faults that show only in a 304.
    private static func page(
        _ name: String, _ summary: String, _ fault: Fault, _ turn: DemoPage.Turn
    ) -> DemoPage {
        DemoPage(
            path: "/faults/\(name)", title: name, summary: summary, manner: .faulty(fault, turn),
            content: { visit in
                let text = fault.isOfTags ? "Always the same." : "Copy number \(visit.number)."
                return DemoPage.block("visit", "<p>\(text)</p>")
                    + "\n<p><a href=\"/faults/\">Servers gone wrong</a></p>"
            })
    }
}

extension Fault {
    /// Whether the fault concerns tags, so that it shows only if the page is unchanged.
    fileprivate var isOfTags: Bool { Self.ofTags.contains(self) }

    private static let ofTags: Set<Fault> = [
        .wrongTemplateTag, .weakETag, .quotedETag, .etagKey, .noETag, .doubled, .doubledTags,
    ]
}
