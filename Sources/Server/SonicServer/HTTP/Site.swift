/// What a server serves: a folder, the demo pages, another server's pages.
///
/// A site lives on the server's one thread, so it may change its state at each request without further care,
/// and an answer should take no longer than reading a file does.
public protocol Site {
    /// The answer to a request.
    mutating func answer(_ request: ServerRequest) -> ServerAnswer

    /// Who holds the exchange that a request's head begins, where body and answer take their time; nil has the
    /// body gathered and `answer` asked, as for every request of most sites.
    mutating func conversation(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)?
}

extension Site {
    /// Nobody.
    public mutating func conversation(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        nil
    }
}
