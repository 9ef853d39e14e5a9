import SonicProtocol

/// One page of the demo site: where it is, what it shows, and how it is answered.
struct DemoPage: Sendable {
    /// A request for the page.
    struct Visit: Sendable {
        /// Which request for this page it is since the server started, from 1.
        let number: Int
        /// When it came.
        let now: Instant
        /// What was asked.
        let request: ServerRequest
    }

    /// How the page is answered.
    enum Manner: Sendable {
        /// As a Sonic page.
        case sonic(ResponseTags.Offline)
        /// As a Sonic page, with something wrong.
        case faulty(Fault, Turn)
        /// Without Sonic.
        case plain
        /// By a redirect to another page.
        case redirect(to: String)
        /// Without Sonic, by a page that shows what a form sent; the only pages that take a POST.
        case form
        /// By an answer of its own.
        case special(@Sendable (Visit, SonicResponder) -> ServerAnswer)
    }

    /// Which requests meet a page's fault.
    enum Turn: Sendable {
        /// Each.
        case always
        /// The second, the fourth and so on.
        case everySecond
    }

    let path: String
    let title: String
    /// What happens there, in one line of the start page.
    let summary: String
    var language = "en"
    var manner = Manner.sonic(.yes)
    /// The HTML below the heading; nothing where the manner makes the answer.
    var content: @Sendable (Visit) -> String = { _ in "" }

    /// The whole page.
    func html(_ visit: Visit) -> String {
        Self.document(title: title, language: language, isStart: path == "/", content(visit))
    }

    /// A page of the site around its content; all but the start page lead back to it.
    static func document(
        title: String, language: String = "en", isStart: Bool = false, _ content: String
    ) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language)">
        <head>
        <meta charset="utf-8">
        <title>\(title)</title>
        </head>
        <body>
        \(isStart ? "" : "<p><a href=\"/\">Sonic demo</a></p>\n")<h1>\(title)</h1>
        \(content)
        </body>
        </html>

        """
    }

    /// A block: what an update of the page replaces.
    static func block(_ name: String, _ content: String) -> String {
        "<!--sonicdiff-\(name)-->\(content)<!--sonicdiff-\(name)-end-->"
    }
}
