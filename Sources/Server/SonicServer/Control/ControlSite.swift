import SonicProtocol

/// A site with a page of its own at `/__sonic/` for who runs the server: the last requests, and a form that says
/// how the next answer of a page is to be. For clients on this machine, and for those elsewhere who
/// know a token.
public struct ControlSite: Site {
    private var site: any Site
    let journal: Journal
    private let plan: FaultPlan
    private let token: ControlToken?

    /// Where the page is.
    static let path = "/__sonic/"

    /// A site around another one.
    ///
    /// - Parameters:
    ///   - journal: What the page shows; its traffic is what those who watch are sent.
    ///   - plan: Gets what is ordered.
    ///   - token: What clients elsewhere have to know; nil keeps them out.
    public init(_ site: any Site, journal: Journal, plan: FaultPlan, token: ControlToken? = nil) {
        self.site = site
        self.journal = journal
        self.plan = plan
        self.token = token
    }

    /// The control page and what belongs to it, else the site's answer.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        guard Self.isControl(request) else { return site.answer(request) }
        guard isAllowed(request) else { return .response(ErrorPage.forbidden(request.path)) }
        return .response(control(request).guarded())
    }

    /// The site's; on the control page only the stream of what happens, since its forms are short.
    public mutating func conversation(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        guard Self.isControl(head) else { return site.conversation(on: head, over: line) }
        guard head.path == Self.path + "traffic", head.method == "GET", isAllowed(head) else { return nil }
        return journal.traffic?.reader(over: line)
    }

    static func isControl(_ request: ServerRequest) -> Bool {
        request.path.hasPrefix(path) || request.path + "/" == path
    }

    private func control(_ request: ServerRequest) -> ServerResponse {
        switch (request.path, request.method) {
        case (String(Self.path.dropLast()), _):
            return ServerResponse(status: 301).with("Location", Self.path)
        case (Self.path, "GET"), (Self.path, "HEAD"):
            return .html(ControlPage.html(journal, plan))
        case (Self.path + "sessions.json", "GET"), (Self.path + "sessions.json", "HEAD"):
            let json = JSONValue.array(journal.recent.reversed().map(\.json)).text(.indented) + "\n"
            return ServerResponse(
                headers: Headers([HeaderField("Content-Type", "application/json")]),
                body: .bytes(Array(json.utf8)))
        case (Self.path + "next", "POST"):
            return isOurs(request) ? order(request) : ErrorPage.forbidden(request.path)
        case (Self.path + "traffic", "GET"):
            return journal.traffic == nil
                ? ErrorPage.notFound(request.path)
                : ErrorPage.noRoom("The maximum number of programs are already watching this server.")
        case (Self.path + "next", _): return ErrorPage.methodNotAllowed(request.method)
        case (Self.path, _), (Self.path + "sessions.json", _), (Self.path + "traffic", _):
            return ErrorPage.methodNotAllowed(request.method)
        default: return interception(request) ?? ErrorPage.notFound(request.path)
        }
    }

    /// Whether whoever asks may do so: who is on this machine, and who knows the token.
    private func isAllowed(_ request: ServerRequest) -> Bool {
        isOfThisMachine(request) || knowsToken(request)
    }

    private func knowsToken(_ request: ServerRequest) -> Bool {
        token?.isNamed(by: request.headers) ?? false
    }

    /// Whether the request comes from this machine and calls this machine by its own name: a page elsewhere whose
    /// name was made to lead here calls it by that name. A proxy on this machine speaks for clients elsewhere.
    private func isOfThisMachine(_ request: ServerRequest) -> Bool {
        let isForwarded = ["Forwarded", "Via", "X-Forwarded-For"].contains(where: request.headers.contains)
        let isLocal =
            request.client == "::1" || request.client.hasPrefix("127.")
            || request.client.hasPrefix("::ffff:127.")
        return isLocal && !isForwarded && request.headers.all("Host").count == 1 && Self.host(request) != nil
    }

    /// The name the client calls this machine by; nil where that is no name of loopback.
    private static func host(_ request: ServerRequest) -> String? {
        guard let host = request.headers.first("Host") else { return nil }
        let name =
            host.hasSuffix("]")
            ? Substring(host) : host.prefix(upTo: host.lastIndex(of: ":") ?? host.endIndex)
        return ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased()) ? host : nil
    }

    /// Whether a form of this very page was sent: a browser says where a form stood. What says nothing of that is
    /// no browser.
    func isOurs(_ request: ServerRequest) -> Bool {
        // A page elsewhere cannot know the token.
        if knowsToken(request) { return true }
        let origins = request.headers.all("Origin")
        guard !origins.isEmpty else {
            return !request.headers.contains("Referer") && !request.headers.contains("Sec-Fetch-Site")
        }
        return Self.host(request).map { origins == ["http://" + $0] } ?? false
    }

    private func order(_ request: ServerRequest) -> ServerResponse {
        let fields: ControlFields
        do throws(ControlFields.Mistake) {
            fields = try ControlFields(request.body, knowing: ["path", "fault"])
        } catch {
            return Self.refused(error.sentence, request)
        }
        guard let fault = fields["fault"].flatMap(Fault.init(rawValue:)), let path = fields["path"],
            path.hasPrefix("/")
        else {
            return Self.refused(
                "Required: path, which begins with /, and fault, a known name.", request
            )
        }
        // What a person types may have a query; orders are by path.
        let page = ServerRequest(target: path).path
        guard plan.order(MeasuredFault(fault), path: page) else {
            return Self.refused("Too many faults are waiting already.", request)
        }
        guard !Self.isJSON(request) else {
            return Self.json(200, ["ordered": ["path": .string(page), "fault": .string(fault.rawValue)]])
        }
        return ServerResponse(status: 303).with("Location", Self.path)
    }

    private static func refused(_ sentence: String, _ request: ServerRequest) -> ServerResponse {
        isJSON(request) ? json(400, ["error": .string(sentence)]) : ErrorPage.badRequest(sentence)
    }

    /// Whether a program asks, and not a form.
    private static func isJSON(_ request: ServerRequest) -> Bool {
        Bytes.trimmed(request.body).first == UInt8(ascii: "{")
    }
}

extension ServerResponse {
    /// The same for the control page and what belongs to it: no other page may frame it or hold what it said.
    func guarded() -> ServerResponse {
        with("Cache-Control", "no-store")
            .with("X-Content-Type-Options", "nosniff")
            .with(
                "Content-Security-Policy",
                "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
    }
}
