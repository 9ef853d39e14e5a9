import SonicProtocol

/// The demo site: pages that demonstrate each outcome of a session, and some with faults.
///
/// Each page counts its requests, so that its next response is deterministic and the page can announce it.
public struct DemoSite: Site {
    private let responder: SonicResponder
    private let clock: () -> Instant
    private var visits: [String: Int] = [:]

    /// Creates a site without any requests.
    ///
    /// - Parameter clock: The wall clock, for the page that shows it.
    public init(hashes: Hashes, as dialect: Dialect = .sonic, clock: @escaping () -> Instant) {
        responder = SonicResponder(hashes: hashes, as: dialect)
        self.clock = clock
    }

    /// Returns the page of a request, or the usual 404 and 405.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        let page = Self.pages[request.path]
        guard request.isReading || request.method == "POST" && page?.takesForms ?? false else {
            return .response(.methodNotAllowed(request.method))
        }
        guard let page else { return .response(.notFound(request.path)) }
        let number = visits[page.path, default: 0] + (counts(request, for: page) ? 1 : 0)
        visits[page.path] = number
        let visit: DemoPage.Visit = (max(1, number), clock(), request)
        return answer(visit, page)
    }

    /// Returns whether a request counts: HEAD does not; and the page that fails for every second Sonic request counts
    /// only Sonic requests, so that the retry without Sonic does not count.
    private func counts(_ request: ServerRequest, for page: DemoPage) -> Bool {
        if case .faulty(.unavailable, _) = page.manner, !Self.speaksSonic(request) { return false }
        return request.method == "GET"
    }

    private func answer(_ visit: DemoPage.Visit, _ page: DemoPage) -> ServerAnswer {
        switch page.manner {
        case .sonic(let offline): return .response(sonic(page, visit, offline))
        case .faulty(let fault, let turn):
            let sound = ServerAnswer.response(sonic(page, visit, .yes))
            guard turn == .always || visit.number % 2 == 0 else { return sound }
            return FaultInjector(responder: responder).spoil(sound, of: visit.request, by: .init(fault))
        case .plain: return .response(.html(page.html(visit)))
        case .form: return .response(.html(DemoPage.document(title: page.title, Self.arrived(visit.request))))
        case .redirect(let path): return .response(ServerResponse(status: 302).with("Location", path))
        case .special(let answer): return answer(visit, responder)
        }
    }

    private func sonic(
        _ page: DemoPage, _ visit: DemoPage.Visit, _ offline: ResponseTags.Offline
    ) -> ServerResponse {
        responder.respond(with: Array(page.html(visit).utf8), to: visit.request, offline: offline)
    }

    private static func speaksSonic(_ request: ServerRequest) -> Bool {
        request.headers.first("accept-diff") == "true"
    }

    /// Returns a page in Demo/Pages, without its last line feed, with a value for each placeholder such as `{{number}}`.
    static func filled(_ page: [UInt8], _ values: [String: String] = [:]) -> String {
        let (opening, closing) = (ByteFinder("{{"), ByteFinder("}}"))
        var text: [UInt8] = []
        var copied = 0
        while let start = opening.first(in: page.span, from: copied),
            let end = closing.first(in: page.span, from: start)
        {
            text += page[copied..<start]
            text += (values[Bytes.text(page[(start + 2)..<end])] ?? "").utf8
            copied = end + 2
        }
        return Bytes.text(text + page[copied...].dropLast())
    }

    /// All pages by path.
    static let pages = Dictionary(
        uniqueKeysWithValues: ([start, formAnswer] + sections.flatMap(\.pages) + faults).map { ($0.path, $0) }
    )

    // The start page, with the order of the other pages.

    /// A group of pages on the start page.
    typealias Section = (heading: String, introduction: String, pages: [DemoPage])

    static let sections: [Section] = [
        (
            heading: "The four outcomes",
            introduction: "Open a page, then press <b>r</b> and look at the outcome.",
            pages: outcomes
        ),
        (
            heading: "Kinds of change",
            introduction:
                "Open a page and press <b>r</b>: the diff shows what changed. Press <b>w</b> to watch it.",
            pages: changes
        ),
        (
            heading: "Instructions for the cache",
            introduction: "Each page has another <code>Cache-Offline</code> header.",
            pages: offlinePages
        ),
        (
            heading: "When things go wrong",
            introduction: "A client must handle all of these, and say what it did.",
            pages: troubles
        ),
        (
            heading: "Pages to read",
            introduction: "Ordinary pages, long and short.",
            pages: readings
        ),
    ]

    static let start = DemoPage(
        path: "/", title: "Sonic demo", summary: "",
        content: { _ in
            filled(PackageResources.start_html, ["sections": sections.map(list).joined(separator: "\n")])
        })

    private static func list(_ section: Section) -> String {
        let items = section.pages.map { page in
            "<li><a href=\"\(page.path)\">\(page.title)</a>: \(page.summary)</li>"
        }
        return """
            <h2>\(section.heading)</h2>
            <p>\(section.introduction)</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>

            """
    }
}
