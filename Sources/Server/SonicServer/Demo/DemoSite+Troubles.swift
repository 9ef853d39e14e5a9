import SonicProtocol

/// Pages that show what a client does when the server is slow, faulty or busy.
extension DemoSite {
    static let troubles = [slow, brokenUpdate, unsteady, unavailable, plain, redirect]

    private static let slow = DemoPage(
        path: "/slow", title: "Snail mail", summary: "arrives in pieces over three seconds",
        manner: .faulty(.slow, .always),
        content: { visit in
            let log = (0..<24).map { "<li>\(stages[$0 % stages.count])</li>" }
            return """
                \(DemoPage.block("post", "<p>Delivery number <b>\(visit.number)</b>.</p>"))
                <h2>What happens when you press r</h2>
                <p>The first time the page appears as it arrives. From then on the copy in your cache is painted
                at once, and only the block <code>post</code> comes with the slow cart. <b>Esc</b> stops it.</p>
                <h2>The carter's log</h2>
                <ol>
                \(log.joined(separator: "\n"))
                </ol>
                """
        })

    private static let stages = [
        "Left the post house with one bag of letters.", "Uphill. The horse stopped to look at a cow.",
        "Rain. Waited under an oak.", "A wheel came loose; the smith was at lunch.",
        "Met the faster cart coming back.", "The inn had soup.", "Asked for the way. Was on it.",
        "Delivered nothing yet. Slept.",
    ]

    private static let brokenUpdate = DemoPage(
        path: "/broken-update", title: "Broken update", summary: "an update whose hash is wrong",
        manner: .faulty(.wrongHash, .always),
        content: { visit in
            """
            \(DemoPage.block("visit", "<p>Copy number <b>\(visit.number)</b>.</p>"))
            <h2>What happens when you press r</h2>
            <p>The server sends a data update with a wrong <code>html-sha1</code>. A client that checks finds
            that template and data do not make the page the server means, drops the update, and asks for the
            whole page without tags. It is right again, one request later.</p>
            """
        })

    private static let unsteady = DemoPage(
        path: "/visitors", title: "Visitor counter", summary: "always a template change, by mistake",
        content: { visit in
            """
            <p>You are visitor number <b>\(41_000 + visit.number)</b>.</p>
            \(DemoPage.block("tide", "<p>High water at 14:02.</p>"))
            <h2>What happens when you press r</h2>
            <p>Nothing that matters changed, and yet the whole page comes. Find out why: <b>!</b> tells what is
            wrong with the page, and docs/guide/debugging.md goes through it key by key.</p>
            """
        })

    private static let unavailable = DemoPage(
        path: "/unavailable", title: "Closed every second time", summary: "503, then open again",
        manner: .faulty(.unavailable, .everySecond),
        content: { visit in
            """
            \(DemoPage.block("visit", "<p>Sonic request number <b>\(visit.number)</b>.</p>"))
            <h2>What happens when you press r</h2>
            <p>Every second Sonic request meets <b>503 Service Unavailable</b>. The client then asks again
            without Sonic and shows the plain page. The next request after that is answered as usual.</p>
            """
        })

    private static let plain = DemoPage(
        path: "/plain", title: "A plain page", summary: "no blocks, no Sonic headers", manner: .plain,
        content: { _ in
            """
            <p>Most pages of the world are like this one: the server knows nothing of Sonic.</p>
            <h2>What happens when you press r</h2>
            <p>The whole page comes again. The client shows it and says that nobody spoke Sonic.</p>
            """
        })

    private static let redirect = DemoPage(
        path: "/redirect", title: "Moved", summary: "a redirect to another page",
        manner: .redirect(to: "/static"))
}

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

/// A page for each value of `Cache-Offline` except `true`, which all other pages have.
extension DemoSite {
    static let offlinePages = [
        offlinePage(
            .store, "/offline-store", "Stored for later", "the newer copy is stored, the screen stays",
            """
            <h2>What happens when you come back</h2>
            <p>The page comes with <code>Cache-Offline: store</code>: keep what is new, leave the screen as it
            is. Go to the <a href="/">start page</a> and come here again: the copy you had stays under your
            eyes, and the line below says that a newer one is stored. Press <b>r</b> to see the newest.</p>
            """),
        offlinePage(
            .no, "/offline-false", "Not to be kept", "shown once, the stored copy is removed",
            """
            <h2>What happens when you press r</h2>
            <p>The page comes with <code>Cache-Offline: false</code>: show it, and keep no copy. A copy stored
            before is removed. So every visit is a <b>first load</b>.</p>
            """),
        offlinePage(
            .http, "/offline-http", "Six hours without Sonic", "the client leaves Sonic alone for a while",
            """
            <h2>What happens when you press r</h2>
            <p>The page comes with <code>Cache-Offline: http</code>: a server in trouble asks its clients to
            speak plain HTTP. The stored copy is removed, and for six hours this page is requested without
            Sonic's headers. So from the next request on you see a <b>plain</b> page.</p>
            """),
    ]

    private static func offlinePage(
        _ offline: ResponseTags.Offline, _ path: String, _ title: String, _ summary: String, _ text: String
    ) -> DemoPage {
        DemoPage(path: path, title: title, summary: summary, manner: .sonic(offline)) { visit in
            """
            \(DemoPage.block("visit", "<p>This is copy number <b>\(visit.number)</b> of the page.</p>"))

            \(text)
            """
        }
    }
}
