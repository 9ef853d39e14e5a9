import SonicProtocol

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
