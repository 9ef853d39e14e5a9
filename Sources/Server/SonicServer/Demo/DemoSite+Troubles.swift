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
