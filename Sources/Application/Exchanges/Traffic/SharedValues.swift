import SonicProtocol

/// Values of exchanges that are stored once if they are equal: most header fields of a list are those of another row.
package struct SharedValues: Sendable {
    private var fields: Set<HeaderField> = []
    private var headers: Set<Headers> = []
    private var urls: Set<WebURL> = []
    private var clients: Set<Exchange.Client> = []

    /// The maximum number of values of a kind; beyond it, all are forgotten.
    private static let capacity = 4096

    /// Creates an empty collection.
    package init() {}

    private static func share<Value>(_ value: Value, _ all: inout Set<Value>) -> Value {
        if all.count >= capacity { all = [] }
        return all.insert(value).memberAfterInsert
    }

    private mutating func share(_ value: Headers) -> Headers {
        if let known = headers.firstIndex(of: value) { return headers[known] }
        return Self.share(Headers(value.fields.map { Self.share($0, &fields) }), &headers)
    }

    /// Returns an exchange that shares its values with those before.
    package mutating func sharing(_ exchange: Exchange) -> Exchange {
        var exchange = exchange
        exchange.url = Self.share(exchange.url, &urls)
        exchange.requestHeaders = share(exchange.requestHeaders)
        exchange.client = exchange.client.map { Self.share($0, &clients) }
        exchange.head = exchange.head.map {
            ResponseHead(
                version: $0.version, status: $0.status, reason: $0.reason, headers: share($0.headers),
                raw: $0.raw)
        }
        return exchange
    }
}
