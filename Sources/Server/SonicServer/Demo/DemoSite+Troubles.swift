import SonicProtocol

/// Pages that show what a client does when the server is slow, faulty or busy.
extension DemoSite {
    static let troubles = [slow, brokenUpdate, unsteady, forgotten, unavailable, plain, redirect]

    private static let slow = DemoPage(
        path: "/slow", title: "Slow response: snail mail", summary: "in pieces over three seconds",
        manner: .faulty(.slow, .always),
        content: { visit in
            let log = (0..<24).map { "<li>\(stages[$0 % stages.count])</li>" }
            return filled(
                PackageResources.slow_html, ["number": "\(visit.number)", "log": log.joined(separator: "\n")])
        })

    private static let stages = [
        "Left the post house with one bag of letters.", "Uphill. The horse stopped to look at a cow.",
        "Rain. Waited under an oak.", "A wheel came loose; the smith was at lunch.",
        "Met the faster cart coming back.", "The inn had soup.", "Asked for the way. Was on it.",
        "Delivered nothing yet. Slept.",
    ]

    private static let brokenUpdate = DemoPage(
        path: "/broken-update", title: "Broken update: wrong hash",
        summary: "dropped, and the full page requested",
        manner: .faulty(.wrongHash, .always),
        content: { visit in
            filled(PackageResources.broken_update_html, ["number": "\(visit.number)"])
        })

    private static let unsteady = DemoPage(
        path: "/visitors", title: "Template change: visitors",
        summary: "by mistake, a number outside the blocks",
        content: { visit in
            filled(PackageResources.visitors_html, ["number": "\(41_000 + visit.number)"])
        })

    private static let forgotten = DemoPage(
        path: "/forgotten", title: "Old text on a phone: wind", summary: "the page's script forgets a block",
        content: { visit in
            filled(
                PackageResources.forgotten_html,
                ["tide": "1.\(visit.number % 10)", "wind": "\(visit.number % 9)"])
        })

    private static let unavailable = DemoPage(
        path: "/unavailable", title: "503 every second time: closed",
        summary: "the client retries without Sonic",
        manner: .faulty(.unavailable, .everySecond),
        content: { visit in
            filled(PackageResources.unavailable_html, ["number": "\(visit.number)"])
        })

    private static let plain = DemoPage(
        path: "/plain", title: "Plain page: no Sonic", summary: "no blocks, no Sonic headers", manner: .plain,
        content: { _ in
            filled(PackageResources.plain_html)
        })

    private static let redirect = DemoPage(
        path: "/redirect", title: "Redirect: moved", summary: "to the page that never changes",
        manner: .redirect(to: "/static"))

    // A page for each server fault, for testing clients, including this program.

    static let faults = [faultList] + faultPages

    private static let faultList = DemoPage(
        path: "/faults/", title: "Faults of servers", summary: "", manner: .plain,
        content: { _ in
            let rows = faultPages.map { page in
                "<tr><td><a href=\"\(page.path)\">\(page.title)</a></td><td>\(page.summary)</td></tr>"
            }
            return """
                <p>Each of these pages has one fault.</p>
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
                    + "\n<p><a href=\"/faults/\">Faults of servers</a></p>"
            })
    }
}

extension Fault {
    /// Whether the fault concerns tags, so that it shows only if the page is unchanged.
    fileprivate var isOfTags: Bool { Self.ofTags.contains(rawValue) }

    private static let ofTags: Set = [
        "wrong-template-tag", "weak-etag", "quoted-etag", "etag-key", "no-etag", "doubled", "doubled-tags",
    ]
}

/// A page for each value of `Cache-Offline` except `true`, which all other pages have.
extension DemoSite {
    static let offlinePages = [
        offlinePage(
            .store, "/offline-store", "Stored, not shown: for later",
            "the newer copy is stored, the screen stays",
            PackageResources.offline_store_html),
        offlinePage(
            .no, "/offline-false", "Not stored: shown once", "the stored copy is removed",
            PackageResources.offline_false_html),
        offlinePage(
            .http, "/offline-http", "Sonic off: six hours", "the stored copy is removed, plain pages follow",
            PackageResources.offline_http_html),
    ]

    private static func offlinePage(
        _ offline: ResponseTags.Offline, _ path: String, _ title: String, _ summary: String, _ page: [UInt8]
    ) -> DemoPage {
        DemoPage(path: path, title: title, summary: summary, manner: .sonic(offline)) { visit in
            filled(page, ["number": "\(visit.number)"])
        }
    }
}
