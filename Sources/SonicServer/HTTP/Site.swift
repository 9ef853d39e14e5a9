/// What a server serves: a folder, the demo pages, another server's pages.
///
/// A site lives on the server's one thread, so it may change its state at each request without further care,
/// and an answer should take no longer than reading a file does.
public protocol Site {
    /// The answer to a request.
    mutating func answer(_ request: ServerRequest) -> ServerAnswer
}
