import SonicProtocol
import SonicSession

/// What a filter can ask about an exchange.
package protocol ExchangeFacts: Sendable {
    /// The request; absent for what could not be read as an exchange.
    var request: Fact<RequestFacts> { get }
    /// The status of the response.
    var status: Fact<Int> { get }
    /// The headers of the response.
    var responseHeaders: Fact<Headers> { get }
    /// The body without content coding: that of the response, or of a request that has no response yet.
    var body: Fact<[UInt8]> { get }
    /// The outcome of the session.
    var outcome: Fact<Outcome.Kind> { get }
    /// The bytes received.
    var received: Fact<Int> { get }
    /// The duration in milliseconds.
    var milliseconds: Fact<Int> { get }
    /// The rules of the findings.
    var findings: Fact<[RuleID]> { get }
    /// Whether there was an error.
    var hasError: Fact<Bool> { get }
}

/// A fact about an exchange.
package enum Fact<Value: Sendable>: Sendable {
    /// It is known.
    case known(Value)
    /// The exchange has none.
    case absent
    /// It is not known yet.
    case pending

    /// Creates a fact; nil for an absent one.
    package init(_ value: Value?) { self = value.map { .known($0) } ?? .absent }

    /// Whether it satisfies a condition, which an absent one does not; nil if that is not known yet.
    func test(_ holds: (Value) -> Bool) -> Bool? {
        switch self {
        case .known(let value): holds(value)
        case .absent: false
        case .pending: nil
        }
    }
}

/// What a filter can ask about a request.
package struct RequestFacts: Sendable {
    let method: String
    /// The address; nil for one that is not valid.
    let url: WebURL?
    let headers: Headers
    /// The client; nil if unknown.
    let client: Exchange.Client?

    /// Creates the facts of a request of any client.
    package init(method: String, url: WebURL?, headers: Headers, client: Exchange.Client?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.client = client
    }

    /// Creates the facts of a request of this program.
    package init(_ request: Request) {
        let client = Exchange.Client(address: nil, userAgent: request.headers.first("user-agent"))
        self.init(method: request.method, url: request.url, headers: request.headers, client: client)
    }
}

/// What is known of a message on its way.
package struct MessageFacts: ExchangeFacts {
    /// The half of the exchange.
    let stage: InterceptedExchange.Stage
    package let request: Fact<RequestFacts>
    package private(set) var status = Fact<Int>.pending
    package private(set) var responseHeaders = Fact<Headers>.pending
    package private(set) var body = Fact<[UInt8]>.pending
    package private(set) var outcome = Fact<Outcome.Kind>.pending
    package let received = Fact<Int>.pending
    package let milliseconds = Fact<Int>.pending
    package let findings = Fact<[RuleID]>.pending
    package let hasError = Fact<Bool>.pending

    /// Creates the facts of an exchange of which only the head of the request is known.
    package init(_ request: RequestFacts, before stage: InterceptedExchange.Stage) {
        (self.request, self.stage) = (.known(request), stage)
    }

    /// Creates the facts of a request that is not answered yet; nil for a body that is not known.
    package init(_ request: RequestFacts, body: [UInt8]?) {
        self.init(request, before: .request)
        (self.body, responseHeaders) = (body.map { .known($0) } ?? .pending, .absent)
    }

    /// Creates the facts of a response; nil for a body that is not known.
    package init(
        _ status: Int, _ headers: Headers, _ outcome: Outcome.Kind?, body: [UInt8]?, to request: RequestFacts
    ) {
        self.init(request, before: .response)
        (self.status, responseHeaders) = (.known(status), .known(headers))
        (self.outcome, self.body) = (Fact(outcome), body.map { .known($0) } ?? .pending)
    }

    /// Creates the facts of a response to this program; nil for a body that is not received yet.
    package init(_ head: ResponseHead, body: [UInt8]?, to request: Request) {
        let outcome = Outcome.Kind(announcedBy: head, to: request)
        self.init(head.status, head.headers, outcome, body: body, to: RequestFacts(request))
    }
}

extension Outcome.Kind {
    /// Creates the outcome that a response's headers announce, by the rules of a session
    /// (docs/reference/protocol.md#classification); nil for a redirect. Its body may still disprove it.
    package init?(announcedBy head: ResponseHead, to request: Request) {
        let asked = RequestConditions(request.headers)
        switch ResponseClassifier.classify(head, tags: ResponseTags(head.headers), asked: asked) {
        case .notModified: self = .allCached
        case .update: self = .dataUpdate
        case .page(.sonic) where asked.sonic: self = asked.templateTag == nil ? .firstLoad : .templateChange
        case .page: self = .plain
        case .redirect: return nil
        case .unavailable, .error, .invalid: self = .failed
        }
    }
}
