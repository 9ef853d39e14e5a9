import Exchanges
import SonicProtocol

/// A site with a control page at `/__sonic/` for the server's operator: the last requests, and a form that forces the
/// next response of a page. It is accessible to clients on this machine; to others with a token, which changes nothing.
public struct ControlSite: Site {
    private var site: any Site
    let journal: Journal
    let plan: FaultPlan
    private let token: ControlToken?

    /// The path of the control page.
    static let path = "/__sonic/"

    /// Creates a site around another one.
    ///
    /// - Parameters:
    ///   - journal: The content of the page; its traffic is streamed to clients.
    ///   - plan: Receives the ordered faults.
    ///   - token: The token with which remote clients may watch; nil to refuse them.
    public init(_ site: any Site, journal: Journal, plan: FaultPlan, token: ControlToken? = nil) {
        self.site = site
        self.journal = journal
        self.plan = plan
        self.token = token
    }

    /// Returns the control page and its resources, otherwise the site's response.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        guard Self.isControl(request) else { return site.answer(request) }
        guard isAllowed(request) else { return .response(.forbidden(request.path)) }
        return .response(control(request).guarded())
    }

    /// The maximum size of a request's body: a rule's file in Base64, and its other members.
    private static let bodyLimit = RuleAnswer.longestFile / 3 * 4 + (1 << 20)

    /// Returns the site's exchange; for the control page the traffic stream, and rules, which may have long bodies.
    public mutating func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        guard Self.isControl(head) else { return site.exchange(on: head, over: line) }
        if head.method == "POST", head.path == Self.path + "intercept", isOfThisMachine(head) {
            return BufferedExchange(on: head, limit: Self.bodyLimit) { [self] in
                .response(control($0).guarded())
            }
        }
        guard head.path == Self.path + "traffic", head.method == "GET", isAllowed(head) else { return nil }
        return journal.traffic?.reader(over: line, head.query, decides: isOfThisMachine(head))
    }

    static func isControl(_ request: ServerRequest) -> Bool {
        request.path.hasPrefix(path) || request.path + "/" == path
    }

    private func control(_ request: ServerRequest) -> ServerResponse {
        // By the address of the client's socket: whoever has only a token may look.
        guard request.isReading || isOfThisMachine(request) else {
            return Self.refused(403, "Rules, faults and decisions are accepted only from this machine.")
        }
        switch request.path {
        case String(Self.path.dropLast()): return ServerResponse(status: 301).with("Location", Self.path)
        case Self.path where request.isReading: return .html(page)
        case Self.path + "sessions.json" where request.isReading:
            return Self.json(200, .array(journal.recent.reversed().map(\.json)), .indented)
        case Self.path + "next" where request.method == "POST":
            return isOurs(request) ? order(request) : ServerResponse.forbidden(request.path)
        case Self.path + "traffic" where request.method == "GET":
            return journal.traffic == nil
                ? ServerResponse.notFound(request.path)
                : ServerResponse.noRoom("The maximum number of programs are already watching this server.")
        case Self.path + "next", Self.path + "sessions.json", Self.path + "traffic", Self.path:
            return ServerResponse.methodNotAllowed(request.method)
        default: return interception(request) ?? ServerResponse.notFound(request.path)
        }
    }

    /// Returns whether the client may look: it is on this machine, or sends the token.
    private func isAllowed(_ request: ServerRequest) -> Bool {
        isOfThisMachine(request) || token?.isNamed(by: request.headers) ?? false
    }

    /// Returns whether the request comes from this machine, names it by a loopback name, and was not sent by a page of
    /// another site: that page could not read the response, but would occupy a stream. A DNS rebinding attack would use
    /// that page's name. A proxy on this machine forwards requests of remote clients.
    private func isOfThisMachine(_ request: ServerRequest) -> Bool {
        let isForwarded = ["Forwarded", "Via", "X-Forwarded-For"].contains(where: request.headers.contains)
        let isLocal =
            request.client == "::1" || request.client.hasPrefix("127.")
            || request.client.hasPrefix("::ffff:127.")
        // Browsers say which page sent a request (Fetch Metadata); other programs have no such header.
        let isOwn = request.headers.all("Sec-Fetch-Site").allSatisfy { ["none", "same-origin"].contains($0) }
        return isLocal && !isForwarded && isOwn && request.headers.all("Host").count == 1
            && Self.host(request) != nil
    }

    /// Returns the loopback name by which the client addresses this machine, or nil for any other name.
    private static func host(_ request: ServerRequest) -> String? {
        guard let host = request.headers.first("Host") else { return nil }
        let name =
            host.hasSuffix("]")
            ? Substring(host) : host.prefix(upTo: host.lastIndex(of: ":") ?? host.endIndex)
        return ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased()) ? host : nil
    }

    /// Returns whether a form was sent from this very page: browsers send the origin of a form. A request without such
    /// fields is not from a browser.
    func isOurs(_ request: ServerRequest) -> Bool {
        let origins = request.headers.all("Origin")
        guard !origins.isEmpty else { return !request.headers.contains("Referer") }
        return Self.host(request).map { origins == ["\(request.scheme)://\($0)"] } ?? false
    }

    private func order(_ request: ServerRequest) -> ServerResponse {
        // A program sends JSON, and a browser a form.
        let isJSON = Bytes.trimmed(request.body).first == UInt8(ascii: "{")
        do throws(ControlFields.Mistake) {
            let fields = try ControlFields(request.body, knowing: ["path", "fault"])
            guard let fault = fields["fault"].flatMap(Fault.init(rawValue:)), let path = fields["path"],
                path.hasPrefix("/")
            else { throw .init(sentence: "path must begin with /, and fault must be the name of a fault.") }
            // A typed path may have a query; orders are by path.
            let page = ServerRequest(target: path).path
            guard plan.order(MeasuredFault(fault), path: page) else {
                throw .init(sentence: "Too many faults are waiting already.")
            }
            guard isJSON else { return ServerResponse(status: 303).with("Location", Self.path) }
            return Self.json(200, ["ordered": ["path": .string(page), "fault": .string(fault.rawValue)]])
        } catch {
            return isJSON ? Self.refused(400, error.sentence) : ServerResponse.badRequest(error.sentence)
        }
    }
}
