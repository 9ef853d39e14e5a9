extension RequestHeaders {
    /// The headers of a request for a style sheet, in sending order.
    /// - Parameters:
    ///   - cookies: The Cookie line; nil for none.
    ///   - isOwn: Whether it goes to the origin of the page: no other is told what the reader added.
    public func sheetHeaders(cookies: String?, isOwn: Bool) -> Headers {
        var headers = Headers()
        headers.append("Accept-Encoding", "gzip, deflate, br, zstd")
        headers.append("Accept", "text/css,*/*;q=0.1")
        headers.append("User-Agent", product)
        guard isOwn else { return headers }
        if let cookies { headers.append("Cookie", cookies) }
        headers.overlay(custom)
        return headers
    }
}
