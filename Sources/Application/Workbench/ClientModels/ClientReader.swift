import SonicProtocol

/// The handling of a response by a client, rule by rule. The stored page is on the screen when the response arrives,
/// and its script has registered for the callback.
struct ClientReader {
    let exchange: ClientExchange
    let hashes: Hashes
    let headers: ClientHeaders
    /// The client's copy of the stored page; nil for none.
    let copy: ClientCopy?
    /// The outcome so far.
    var reading: ClientOutcome

    init(_ exchange: ClientExchange, _ client: ClientModel, _ hashes: Hashes) {
        self.exchange = exchange
        self.hashes = hashes
        headers = ClientHeaders(headers: exchange.headers, client: client)
        do throws(ClientCopy.Missing) {
            let copy =
                switch client {
                case .android: try ClientCopy(android: exchange.storedPage, hashes)
                case .ios: try ClientCopy(ios: exchange.storedPage)
                }
            self.copy = copy
            reading = ClientOutcome(client, holds: copy.page)
        } catch {
            copy = nil
            reading = ClientOutcome(client, holds: nil)
            if let reason = error.reason { note("\(client.title) \(reason)") }
            if error.isUnknown { reading.outcome = .unknown }
        }
    }

    /// The body of the response as the client decodes it.
    var body: ClientText { ClientText(exchange.body, headers, on: reading.client) }

    mutating func note(_ sentence: String) { reading.notes.append(sentence) }

    mutating func unknown(_ encoding: String) {
        reading.outcome = .unknown
        if reading.client == .android { reading.page = nil }
        note("the body is in \(encoding): this model reads UTF-8 and Latin-1")
    }

    /// Whether the client would not have received this response, because it depends on a tag that the client would not
    /// have sent; the outcome then says why.
    mutating func wasAskedOtherwise() -> Bool {
        guard let why = impossible else { return false }
        reading.outcome = .askedOtherwise
        note(why)
        return true
    }

    private var impossible: String? {
        let (status, asked) = (exchange.status, exchange.asked)
        let title = reading.client.title
        if status == 304, asked.etag == nil, asked.date {
            return "the 304 answers If-Modified-Since, which \(title) never sends"
        }
        if status == 304, asked.etag != copy?.etag {
            return "the 304 answers If-None-Match: \(asked.etag ?? "(none)"), and \(title) would have sent "
                + (copy?.etag ?? "none")
        }
        let change = exchange.headers.first("template-change")
        if status == 200, change == "false" || change == "0", asked.templateTag != copy?.templateTag {
            return "the update answers template-tag: \(asked.templateTag ?? "(none)"), and \(title) would "
                + "have sent \(copy?.templateTag ?? "none")"
        }
        return nil
    }
}
