import SonicProtocol

/// Pages with content to read.
extension DemoSite {
    static let readings = [article, large, chinese, form, login, cookies]

    private static let article = DemoPage(
        path: "/article", title: "How a lighthouse keeps time", summary: "a longer article",
        content: { visit in
            filled(PackageResources.article_html, ["times": times(visit.number)])
        })

    private static let large = DemoPage(
        path: "/large", title: "A thousand stations", summary: "1 MB, of which one line changes",
        content: { visit in
            filled(PackageResources.large_html) + "\n" + largeReports(visit.number)
        })

    private static let stations = 430

    /// Returns the station that reports at the given request: one after the other, from the top of the page.
    private static func station(_ visit: Int) -> Int { (visit - 1) % stations + 1 }

    private static func largeReports(_ visit: Int) -> String {
        var html = ""
        html.reserveCapacity(1_200_000)
        for number in 1...stations {
            let reports = (visit + stations - number) / stations
            let degrees = (number * 37 + reports * 11) % 35 - 5
            let block = DemoPage.block("s\(number)", "<p>Reading: <b>\(degrees) degrees</b>.</p>")
            html += "<h2>Station \(number)</h2>\n\(block)\n\(descriptions[number - 1])\n"
        }
        return html
    }

    private static let sentences = [
        "The mast stands on a low hill and is seen from the road.",
        "Snow lies here from November to the middle of March.",
        "The observer walks up every morning before seven.",
        "In strong wind the cups of the wind gauge are changed for heavier ones.",
        "The rain gauge is emptied by hand and its content written down.",
        "Two thermometers hang in a white box with slatted sides.",
        "A stone wall keeps the sheep from the cables.",
        "The hut has a stove, a table and a shelf of old logbooks.",
        "On clear days the next two stations can be seen.",
        "Lightning struck the mast twice in one summer.",
        "The path is marked with red paint on every tenth stone.",
    ]

    /// The descriptions of the stations, made once.
    private static let descriptions = (1...stations).map { station in
        (0..<6).map { paragraph in
            let chosen = (0..<7).map { sentences[(station * 3 + paragraph * 5 + $0 * (paragraph + 1)) % 11] }
            return "<p>" + chosen.joined(separator: " ") + "</p>"
        }.joined(separator: "\n")
    }

    private static let chinese = DemoPage(
        path: "/chinese", title: "中文页面", summary: "a page in Chinese", language: "zh",
        content: { visit in
            let poems = [
                ("江上", "小舟随水去，灯火照人归。"), ("山中", "云来山不动，雨过石如新。"), ("夜雨", "一夜窗前雨，清晨满院香。"),
            ]
            let (title, lines) = poems[visit.number % poems.count]
            return filled(PackageResources.chinese_html, ["title": title, "lines": lines])
        })

    private static let login = DemoPage(
        path: "/login", title: "Password: members only", summary: "asks for a name and a password",
        manner: .special { visit, responder in
            // The Base64 text is guest:guest.
            guard visit.request.headers.first("Authorization") == "Basic Z3Vlc3Q6Z3Vlc3Q=" else {
                return .response(
                    ServerResponse.html(
                        DemoPage.document(
                            title: "401 Unauthorized",
                            "<p>The name is <b>guest</b>, and so is the password.</p>"), status: 401
                    ).with("WWW-Authenticate", "Basic realm=\"Sonic demo\", charset=\"UTF-8\""))
            }
            let text = "<p>Welcome, guest. What you see here came over Basic authentication.</p>"
            let page = DemoPage.document(title: "Password: members only", text)
            return .response(responder.respond(with: Array(page.utf8), to: visit.request))
        })

    private static let cookies = DemoPage(
        path: "/cookies", title: "Cookies: the jar", summary: "sets a cookie and shows those you send",
        manner: .special { visit, responder in
            let lines = visit.request.headers.all("Cookie").map {
                "<li><code>\($0.asHTML)</code></li>"
            }
            let list =
                lines.isEmpty ? "<p>You sent none.</p>" : "<ul>\n\(lines.joined(separator: "\n"))\n</ul>"
            let page = DemoPage.document(
                title: "Cookies: the jar",
                filled(PackageResources.cookies_html, ["list": list]))
            return .response(
                responder.respond(with: Array(page.utf8), to: visit.request)
                    .with(
                        "Set-Cookie",
                        "visits=\(visit.number); Path=/cookies; Max-Age=3600; HttpOnly; SameSite=Lax"))
        })
}
