import SonicProtocol

/// A page with forms, and the page that shows what they sent.
extension DemoSite {
    static let form = DemoPage(
        path: "/form", title: "Forms to fill in", summary: "a search by GET, an order by POST",
        content: { _ in
            """
            <p>Choose a field with <b>Tab</b> or by its number after <b>f</b>, use it with <b>Enter</b>, send its form
            with <b>S</b> or by its button.</p>
            <h2>A search</h2>
            <form action="/form/answer">
            <p>Look for <input name="q" size="24" placeholder="a word or two"> <button>Search</button></p>
            </form>
            <h2>An order</h2>
            <form action="/form/answer" method="post">
            <p>Name <input name="name" size="20" maxlength="40">
            Password <input type="password" name="password" size="10"></p>
            <p>Lens <select name="lens"><option>first order<option selected>second order<option>third order</select>
            <input type="checkbox" name="gift" value="yes"> as a gift</p>
            <p><input type="radio" name="by" value="cart" checked> by cart
            <input type="radio" name="by" value="boat"> by boat</p>
            <p>Words <textarea name="words" cols="40" rows="3"></textarea></p>
            <p><input type="hidden" name="from" value="demo"><button name="act" value="order">Order</button>
            <input type="reset" value="Start over"></p>
            </form>
            <p>The answer to the search is a page like others, with an address to come back to, also
            <a href="/form/answer">without a word to look for</a>. The answer to the order is
            never kept: press <b>r</b> there, and you are asked first.</p>
            """
        })

    /// The target of both forms.
    static let formAnswer = DemoPage(
        path: "/form/answer", title: "What arrived", summary: "", manner: .form)

    /// Returns the submitted data as HTML.
    static func arrived(_ request: ServerRequest) -> String {
        let type = request.headers.first("content-type") ?? ""
        let isPost = request.method == "POST"
        let sent = isPost ? String(decoding: request.body, as: UTF8.self) : request.query ?? ""
        var html = "<p>It came by <b>\(HTML.escaped(request.method))</b>"
        if isPost { html += ", \(request.body.count) bytes of <code>\(HTML.escaped(type))</code>" }
        html += ".</p>\n"
        if !isPost || type.hasPrefix("application/x-www-form-urlencoded") {
            let rows = FormFields(sent.utf8).fields.map { field in
                let cells = [field.name, field.value].map {
                    "<td>\(HTML.escaped($0).replacing("\r\n", with: "<br>"))</td>"
                }
                return "<tr>\(cells.joined())</tr>"
            }
            html += "<table><tr><th>Name</th><th>Value</th></tr>\n\(rows.joined(separator: "\n"))</table>\n"
        } else {
            html += "<pre>\(HTML.escaped(sent))</pre>\n"
        }
        return html + "<p><a href=\"/form\">Back to the forms</a></p>"
    }
}

extension DemoPage {
    /// Whether the page accepts a POST.
    var takesForms: Bool {
        if case .form = manner { true } else { false }
    }
}
