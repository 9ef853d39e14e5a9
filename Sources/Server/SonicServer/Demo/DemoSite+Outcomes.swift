import SonicProtocol

/// A page for each outcome.
extension DemoSite {
    static let outcomes = [clock, news, alternating, unchanging]

    private static let clock = DemoPage(
        path: "/clock", title: "Clock", summary: "a data update every time",
        content: { visit in
            let time = CalendarTime(visit.now)
            let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return """
                \(DemoPage.block("time", "<p>It is <b>\(clock.joined(separator: ":"))</b> in Greenwich.</p>"))
                \(DemoPage.block("visit", "<p>This page was requested \(times(visit.number)).</p>"))

                <h2>What happens when you press r</h2>
                <p>Two blocks differ from those you have: <code>time</code> and <code>visit</code>. The template
                is the same, so the server sends a few hundred bytes of JSON instead of the page. That is a
                <b>data update</b>, and it happens every time.</p>
                """
        })

    private static let news = DemoPage(
        path: "/news", title: "Morning news", summary: "three blocks, one of them changes",
        content: { visit in
            // Each block changes at every third request, so that exactly one changes at each.
            let headline = headlines[(visit.number + 2) / 3 % headlines.count]
            let weather = forecasts[(visit.number + 1) / 3 % forecasts.count]
            let harbour = arrivals[visit.number / 3 % arrivals.count]
            return """
                <h2>Headlines</h2>
                \(DemoPage.block("headlines", "<ul>\n<li>\(headline)</li>\n<li>Library opens on Sundays from May</li>\n<li>Chess club wins away from home</li>\n</ul>"))
                <h2>Weather</h2>
                \(DemoPage.block("weather", "<p>\(weather)</p>"))
                <h2>In the harbour</h2>
                \(DemoPage.block("harbour", "<table>\n<tr><th>Time</th><th>Ship</th><th>From</th></tr>\n\(harbour)\n</table>"))

                <h2>What happens when you press r</h2>
                <p>One of the three blocks changes, in turn: weather, harbour, headlines. The update brings all
                three, as every Sonic server sends them; the client compares and repaints the one that
                differs. You keep your place on the page.</p>
                """
        })

    private static let headlines = [
        "Bridge reopens after nine weeks", "Market square to get a fountain",
        "Ferry keeps its winter timetable", "School orchestra plays for the first time",
    ]

    private static let forecasts = [
        "Rain until noon, then clear. 14 degrees.", "Fog on the river, sun in the hills. 17 degrees.",
        "Wind from the west, showers. 12 degrees.", "Dry and mild all day. 19 degrees.",
    ]

    private static let arrivals = [
        "<tr><td>06:40</td><td>Anna Maria</td><td>Bergen</td></tr>\n<tr><td>09:15</td><td>Nordstern</td><td>Riga</td></tr>",
        "<tr><td>07:05</td><td>Two Brothers</td><td>Hull</td></tr>\n<tr><td>09:15</td><td>Nordstern</td><td>Riga</td></tr>",
        "<tr><td>07:05</td><td>Two Brothers</td><td>Hull</td></tr>\n<tr><td>11:30</td><td>Esperanza</td><td>Porto</td></tr>",
    ]

    private static let alternating = DemoPage(
        path: "/alternating", title: "Two faces", summary: "a template change every time",
        content: { visit in
            let facts = [("Height", "312 m"), ("Built", "1931"), ("Steps", "1,576")]
            let isTable = visit.number % 2 == 0
            let face =
                isTable
                ? "<table>\n"
                    + facts.map { "<tr><th>\($0.0)</th><td>\($0.1)</td></tr>" }.joined(separator: "\n")
                    + "\n</table>"
                : "<ul>\n" + facts.map { "<li>\($0.0): \($0.1)</li>" }.joined(separator: "\n") + "\n</ul>"
            return """
                <p>The tower, as \(isTable ? "a table" : "a list"):</p>
                \(face)
                \(DemoPage.block("visit", "<p>This page was requested \(times(visit.number)).</p>"))

                <h2>What happens when you press r</h2>
                <p>The same facts come as \(isTable ? "a list" : "a table"). That is no block, it is the template
                itself: its tag no longer equals yours, so the server sends the whole page. That is a
                <b>template change</b>.</p>
                """
        })

    private static let unchanging = DemoPage(
        path: "/static", title: "Stone", summary: "never changes: all cached",
        content: { _ in
            """
            <p>This page has been the same since the server was written.</p>
            \(DemoPage.block("inscription", "<blockquote><p>Nothing here will ever be news.</p></blockquote>"))

            <h2>What happens when you press r</h2>
            <p>Your browser sends the SHA-1 of the page it has. The server finds that its page has the same, and
            answers <b>304 Not Modified</b> without a body. That is <b>all cached</b>.</p>
            """
        })

    /// `once`, `twice`, `3 times`.
    static func times(_ number: Int) -> String {
        switch number {
        case 1: "once"
        case 2: "twice"
        default: "\(number) times"
        }
    }
}
