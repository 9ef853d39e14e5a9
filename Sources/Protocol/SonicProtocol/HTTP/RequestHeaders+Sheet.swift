extension RequestHeaders {
    /// The headers of a request for a style sheet or another part of a page, in sending order.
    /// - Parameters:
    ///   - accept: What is asked for; style sheets where nothing is given.
    ///   - cookies: The Cookie line; nil for none.
    ///   - isOwn: Whether it goes to the origin of the page: no other is told what the reader added.
    public func sheetHeaders(
        accepting accept: String = "text/css,*/*;q=0.1", cookies: HeaderValue?, isOwn: Bool
    )
        -> Headers
    {
        var headers = Headers()
        headers.append("Accept-Encoding", "gzip, deflate, br, zstd")
        headers.append("Accept", accept)
        headers.append("User-Agent", product)
        guard isOwn else { return headers }
        if let cookies { headers.append(HeaderField("Cookie", cookies)) }
        headers.overlay(custom)
        return headers
    }
}
