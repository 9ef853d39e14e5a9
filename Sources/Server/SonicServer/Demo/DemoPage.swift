import SonicProtocol

/// A page of the demo site: its path, its content, and how it responds.
struct DemoPage: Sendable {
    /// A request for the page.
    typealias Visit = (number: Int, now: Instant, request: ServerRequest)

    /// How the page responds.
    enum Manner: Sendable {
        /// As a Sonic page.
        case sonic(ResponseTags.Offline)
        /// As a Sonic page, with a fault.
        case faulty(Fault, Turn)
        /// Without Sonic.
        case plain
        /// With a redirect to another page.
        case redirect(to: String)
        /// Without Sonic, with a page that shows what a form sent; the only kind of page that accepts a POST.
        case form
        /// With its own answer.
        case special(@Sendable (Visit, SonicResponder) -> ServerAnswer)
    }

    /// The requests to which a page's fault applies.
    enum Turn: Sendable {
        /// All.
        case always
        /// The second, the fourth and so on.
        case everySecond
    }

    let path: String
    let title: String
    /// A description of the page in one line of the start page.
    let summary: String
    var language = "en"
    var manner = Manner.sonic(.yes)
    /// The HTML below the heading; empty if the manner creates the answer.
    var content: @Sendable (Visit) -> String = { _ in "" }

    /// Returns the full page.
    func html(_ visit: Visit) -> String {
        Self.document(title: title, language: language, isStart: path == "/", content(visit))
    }

    /// Returns a page of the site around its content; all except the start page link back to it.
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

    /// Returns a block, which an update of the page replaces.
    static func block(_ name: String, _ content: String) -> String {
        "<!--sonicdiff-\(name)-->\(content)<!--sonicdiff-\(name)-end-->"
    }

    /// Whether the page accepts a POST.
    var takesForms: Bool {
        if case .form = manner { true } else { false }
    }
}
