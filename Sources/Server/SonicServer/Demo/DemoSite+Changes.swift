import SonicProtocol

/// A page for each kind of change in the diff pane.
extension DemoSite {
    static let changes = [value, word, line, move, hidden, title]

    /// Returns a page with a block that changes at each request.
    private static func page(
        _ path: String, _ title: String, _ summary: String, description: String,
        block: @escaping @Sendable (Int) -> String
    ) -> DemoPage {
        DemoPage(
            path: path, title: title, summary: summary,
            content: { visit in
                """
                \(DemoPage.block("changing", block(visit.number)))

                <h2>What happens when you press r</h2>
                <p>\(description) The <b>*</b> key shows what all marks mean.</p>
                """
            })
    }

    private static let value = page(
        "/change/value", "Changed number: stock", "old → new on one line",
        description:
            "Two numbers change. The diff has one line for each, <b>±</b>, with the old value and the new one."
    ) { number in
        """
        <ul>
        <li>Oranges: \(120 + number * 7 % 40) boxes</li>
        <li>Lemons: 64 boxes</li>
        <li>Limes: \(30 + number * 5 % 20) boxes</li>
        </ul>
        """
    }

    private static let word = page(
        "/change/word", "Changed word: announcement", "the word stands out in its line",
        description:
            "One word changes. The diff shows the old line and the new one, and the word stands out in both."
    ) { number in
        let day = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"][number % 5]
        return """
            <p>The library is closed for repairs.</p>
            <p>It opens again on \(day) at the usual hour.</p>
            """
    }

    private static let line = page(
        "/change/line", "Added line: departures", "and removed at the next request",
        description: "A line is added, <b>+</b>, and at the next request removed, <b>-</b>."
    ) { number in
        """
        <ul>
        <li>Ferry to Hull</li>
        \(number.isMultiple(of: 2) ? "<li>Extra ferry to Riga</li>\n" : "")<li>Ferry to Bergen</li>
        </ul>
        """
    }

    private static let move = page(
        "/change/move", "Moved line: league table", "from the first place to the last",
        description:
            "The first club moves to the end. The diff says where the line was, <b>&lt;</b>, and where it is, <b>&gt;</b>."
    ) { number in
        let clubs = ["Harbour Rowers", "Town Wanderers", "Mill Lane", "Lighthouse United"]
        let first = number % clubs.count
        let items = (clubs[first...] + clubs[..<first]).map { "<li>\($0)</li>" }
        return "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
    }

    private static let hidden = page(
        "/change/source", "Changed source: hidden", "the text stays the same",
        description:
            "An attribute changes, and the text reads the same: the diff says so, and where in the source it is."
    ) { number in
        "<p class=\"shade-\(number)\">This sentence never changes.</p>"
    }

    private static let title = DemoPage(
        path: "/change/title", title: "Changed title: editions", summary: "two titles in turn",
        manner: .special { visit, responder in
            let name = visit.number.isMultiple(of: 2) ? "Evening edition" : "Morning edition"
            let page = DemoPage.document(
                title: "Changed title: editions",
                filled(PackageResources.change_title_html)
            ).replacing("<title>Changed title: editions<", with: "<title>\(name)<")
            return .response(responder.respond(with: Array(page.utf8), to: visit.request))
        })

    // A page with forms, and the page that shows what they sent.

    static let form = DemoPage(
        path: "/form", title: "Forms to fill in", summary: "a search by GET, an order by POST",
        content: { _ in
            filled(PackageResources.form_html)
        })

    /// The target of both forms.
    static let formAnswer = DemoPage(
        path: "/form/answer", title: "What was received", summary: "", manner: .form)

    /// Returns the submitted data as HTML.
    static func arrived(_ request: ServerRequest) -> String {
        let type = request.headers.first("content-type") ?? ""
        let isPost = request.method == "POST"
        let sent = isPost ? String(decoding: request.body, as: UTF8.self) : request.query ?? ""
        var html = "<p>Sent by <b>\(request.method.asHTML)</b>"
        if isPost { html += ", \(request.body.count) bytes of <code>\(type.asHTML)</code>" }
        html += ".</p>\n"
        if !isPost || type.hasPrefix("application/x-www-form-urlencoded") {
            let rows = FormFields(sent.utf8).fields.map { field in
                let cells = [field.name, field.value].map {
                    "<td>\($0.asHTML.replacing("\r\n", with: "<br>"))</td>"
                }
                return "<tr>\(cells.joined())</tr>"
            }
            html += "<table><tr><th>Name</th><th>Value</th></tr>\n\(rows.joined(separator: "\n"))</table>\n"
        } else {
            html += "<pre>\(sent.asHTML)</pre>\n"
        }
        return html + "<p><a href=\"/form\">Back to the forms</a></p>"
    }
}
