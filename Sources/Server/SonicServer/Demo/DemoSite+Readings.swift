import SonicProtocol

/// Pages with content to read.
extension DemoSite {
    static let readings = [article, large, chinese, form, login, cookies]

    private static let article = DemoPage(
        path: "/article", title: "How a lighthouse keeps time", summary: "a longer article",
        content: { visit in
            """
            <p><em>From the harbour museum's notebook</em></p>
            <p>A lighthouse is a clock that tells one thing: where you are. Each light has a
            <strong>character</strong>, a pattern of flashes no other light within sight may have. A sailor
            counts the seconds between two flashes, looks into the list of lights, and knows the name of the
            tower.</p>
            <h2>The lens</h2>
            <p>For two thousand years the fire itself was the light. In 1823 a lens of glass rings, each ground
            to its own angle, gathered almost all of the flame into a flat beam. The rings made the lens light
            enough to turn, and a turning lens makes a steady lamp flash.</p>
            <h3>Why mercury</h3>
            <p>The largest lenses weigh three tons. They float in a trough of mercury, so that
            <em>one finger</em> can push them. A falling weight in the middle of the tower, wound up by hand
            every few hours, kept them turning through the night.</p>
            <h2>Reading a light</h2>
            <p>Charts write the character in a short form:</p>
            <table>
            <tr><th>Chart</th><th>Meaning</th></tr>
            <tr><td>F</td><td>fixed, always on</td></tr>
            <tr><td>Fl(2) 10s</td><td>two flashes every ten seconds</td></tr>
            <tr><td>Oc 6s</td><td>dark for a moment every six seconds</td></tr>
            <tr><td>Iso 4s</td><td>two seconds on, two seconds off</td></tr>
            </table>
            <p>To read one at sea:</p>
            <ol>
            <li>Start the watch at a flash.</li>
            <li>Count the flashes of one group.</li>
            <li>Stop when the same group begins again.</li>
            <li>Look up the number of flashes and the seconds.</li>
            </ol>
            <h2>The log</h2>
            <p>Keepers wrote down every night in the same few words:</p>
            <pre>21:04  lamp lit
            21:10  lens turning, 10.0 s
            02:30  weight wound
            05:48  lamp out, wind NW 5</pre>
            <blockquote><p>A light that is late is worse than no light: it is another lighthouse.</p></blockquote>
            <h2>Readers</h2>
            \(DemoPage.block("readers", "<p>This article was opened <b>\(times(visit.number))</b>.</p>"))
            <p>Only that last line is a block. Press <b>r</b> and it alone changes; you keep your place.</p>
            <p>Further reading: <a href="/static">a page that never changes</a> and
            <a href="/clock">one that always does</a>.</p>
            """
        })

    private static let large = DemoPage(
        path: "/large", title: "A thousand stations", summary: "1 MB, of which one line changes",
        content: { visit in
            """
            <p>A megabyte of station reports. At each request one station gives a new reading, one after the
            other from the top. The update is less than a twentieth of the page, and the page itself is painted from the
            cache before the update arrives.</p>
            \(largeReports(visit.number))
            """
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
            return """
                <p>这是一个用中文写的页面。页面分为<b>模板</b>和<b>数据</b>：模板保持不变，数据每次更新。</p>
                <h2>今日小诗</h2>
                \(DemoPage.block("poem", "<blockquote><p>《\(title)》<br>\(lines)</p></blockquote>"))
                <h2>按下 r 键以后</h2>
                <ul>
                <li>缓存中的页面立即显示；</li>
                <li>服务器只发送变化的数据；</li>
                <li>屏幕上只更新那一首诗。</li>
                </ul>
                <table>
                <tr><th>结果</th><th>说明</th></tr>
                <tr><td>首次加载</td><td>完整页面</td></tr>
                <tr><td>完全缓存</td><td>没有变化</td></tr>
                <tr><td>数据更新</td><td>只有数据变化</td></tr>
                <tr><td>模板变更</td><td>整个页面变化</td></tr>
                </table>
                """
        })

    private static let login = DemoPage(
        path: "/login", title: "Members only", summary: "asks for a name and a password",
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
            let page = DemoPage.document(title: "Members only", text)
            return .response(responder.respond(with: Array(page.utf8), to: visit.request))
        })

    private static let cookies = DemoPage(
        path: "/cookies", title: "Cookie jar", summary: "sets a cookie and shows those you send",
        manner: .special { visit, responder in
            let lines = visit.request.headers.all("Cookie").map {
                "<li><code>\($0.asHTML)</code></li>"
            }
            let list =
                lines.isEmpty ? "<p>You sent none.</p>" : "<ul>\n\(lines.joined(separator: "\n"))\n</ul>"
            let page = DemoPage.document(
                title: "Cookie jar",
                """
                <h2>Cookies you sent</h2>
                \(DemoPage.block("cookies", list))
                <h2>What happens when you press r</h2>
                <p>Each answer sets <code>visits</code> anew, for an hour, and your browser sends it back with the
                next request.</p>
                """)
            return .response(
                responder.respond(with: Array(page.utf8), to: visit.request)
                    .with(
                        "Set-Cookie",
                        "visits=\(visit.number); Path=/cookies; Max-Age=3600; HttpOnly; SameSite=Lax"))
        })
}
