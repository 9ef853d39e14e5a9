extension RequestHeaders {
    /// Returns the headers of a request for a style sheet or another subresource, in sending order.
    /// - Parameters:
    ///   - accept: The Accept header; style sheets by default.
    ///   - cookies: The Cookie header; nil for none.
    ///   - isOwn: Whether it is sent to the origin of the page: cookies and the user's headers are not sent to others.
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
