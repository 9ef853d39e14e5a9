import SonicProtocol

/// The demo site: pages that walk a reader through every way a session can end, and a few that misbehave.
///
/// Each page counts its requests, so what happens next is certain and each page can say it.
public struct DemoSite: Site {
    private let responder: SonicResponder
    private let clock: () -> Instant
    private var visits: [String: Int] = [:]

    /// A site whose pages were never asked for.
    ///
    /// - Parameter clock: The time of day, for the page that shows it.
    public init(hashes: Hashes, as personality: Dialect = .sonic, clock: @escaping () -> Instant) {
        responder = SonicResponder(hashes: hashes, as: personality)
        self.clock = clock
    }

    /// The page for a request, or 404 and 405 as elsewhere.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        let page = Self.pages[request.path]
        guard request.isReading || request.method == "POST" && page?.takesForms ?? false else {
            return .response(ErrorPage.methodNotAllowed(request.method))
        }
        guard let page else { return .response(ErrorPage.notFound(request.path)) }
        let number = visits[page.path, default: 0] + (counts(request, for: page) ? 1 : 0)
        visits[page.path] = number
        let visit = DemoPage.Visit(number: max(1, number), now: clock(), request: request)
        return answer(visit, page)
    }

    /// HEAD asks about a page without opening it; and the page that is unavailable to every second Sonic request
    /// counts only those, so that the same request without Sonic is no step of its own.
    private func counts(_ request: ServerRequest, for page: DemoPage) -> Bool {
        if case .faulty(.unavailable, _) = page.manner, !Self.speaksSonic(request) { return false }
        return request.method == "GET"
    }

    private func answer(_ visit: DemoPage.Visit, _ page: DemoPage) -> ServerAnswer {
        switch page.manner {
        case .sonic(let offline):
            return .response(sonic(page, visit, offline))
        case .faulty(let fault, let turn):
            let sound = ServerAnswer.response(sonic(page, visit, .yes))
            guard turn == .always || visit.number % 2 == 0 else { return sound }
            return FaultInjector(responder: responder).spoil(sound, of: visit.request, by: .init(fault))
        case .plain:
            return .response(.html(page.html(visit)))
        case .form:
            return .response(.html(DemoPage.document(title: page.title, Self.arrived(visit.request))))
        case .redirect(let path):
            return .response(ServerResponse(status: 302).with("Location", path))
        case .special(let answer):
            return answer(visit, responder)
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

    /// Every page by its path.
    static let pages = Dictionary(
        uniqueKeysWithValues: ([start, formAnswer] + sections.flatMap(\.pages) + faults).map { ($0.path, $0) }
    )
}
