import SonicProtocol

/// A page for each outcome.
extension DemoSite {
    static let outcomes = [clock, news, alternating, unchanging]

    private static let clock = DemoPage(
        path: "/clock", title: "Data update: clock", summary: "a block or two change every time",
        content: { visit in
            let time = CalendarTime(visit.now)
            let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return filled(
                PackageResources.clock_html,
                ["clock": clock.joined(separator: ":"), "times": times(visit.number)])
        })

    private static let news = DemoPage(
        path: "/news", title: "Data update: morning news", summary: "one of three blocks changes, in turn",
        content: { visit in
            // Each block changes at every third request, so that exactly one changes at each.
            let headline = headlines[(visit.number + 2) / 3 % headlines.count]
            let weather = forecasts[(visit.number + 1) / 3 % forecasts.count]
            let harbour = arrivals[visit.number / 3 % arrivals.count]
            return filled(
                PackageResources.news_html, ["headline": headline, "weather": weather, "harbour": harbour])
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
        path: "/alternating", title: "Template change: two faces", summary: "a list, a table, and again",
        content: { visit in
            let facts = [("Height", "312 m"), ("Built", "1931"), ("Steps", "1,576")]
            let isTable = visit.number % 2 == 0
            let face =
                isTable
                ? "<table>\n"
                    + facts.map { "<tr><th>\($0.0)</th><td>\($0.1)</td></tr>" }.joined(separator: "\n")
                    + "\n</table>"
                : "<ul>\n" + facts.map { "<li>\($0.0): \($0.1)</li>" }.joined(separator: "\n") + "\n</ul>"
            return filled(
                PackageResources.alternating_html,
                [
                    "now": isTable ? "a table" : "a list", "face": face, "times": times(visit.number),
                    "next": isTable ? "a list" : "a table",
                ])
        })

    private static let unchanging = DemoPage(
        path: "/static", title: "All cached: stone", summary: "never changes",
        content: { _ in
            filled(PackageResources.static_html)
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
