/// A change to a response stored under the request's key.
public enum CacheChange: Sendable, Equatable {
    /// The headers of the response of this number are updated.
    case freshen(Int, StoredResponse)
    /// The response of this number is removed.
    case remove(Int)
}

extension CachePolicy {
    /// Returns the effect of a response to HEAD on stored responses to GET (RFC 9111 §4.3.5): those that it describes
    /// are updated, those that it contradicts are removed. After 404 and 410, all are removed.
    public func changes(
        afterHEAD head: ResponseHead, requested: Instant, received: Instant
    ) -> [CacheChange] {
        if case .noStore = query.mode { return [] }
        let chosen = stored.filter { $0.response.answers(query.headers) }
        switch head.status {
        case 200:
            return chosen.map { variant in
                guard variant.response.isDescribed(by: head.headers) else { return .remove(variant.number) }
                guard !CacheDirectives(response: head.headers).has("no-store") else {
                    return .remove(variant.number)
                }
                return .freshen(
                    variant.number,
                    variant.response.confirmed(
                        by: head.headers, request: query.headers, requested: requested, received: received))
            }
        case 404, 410: return chosen.map { .remove($0.number) }
        default: return []
        }
    }

    /// Returns the URLs whose stored responses are invalidated by a response to another method (RFC 9111 §4.4): the
    /// target URI, and same-origin URLs in Location and Content-Location. None after an error.
    public static func invalidated(by head: ResponseHead, method: String, url: WebURL) -> [WebURL] {
        guard !MethodRules.isSafe(method), (200...399).contains(head.status) else { return [] }
        let others = ["location", "content-location"].flatMap { name in
            head.headers.all(name).compactMap { url.resolve($0) }.filter {
                $0.origin != nil && $0.origin == url.origin
            }
        }
        return [url] + others
    }
}

extension StoredResponse {
    /// Whether the headers of a HEAD describe this response: lengths, tags and dates that both have are equal.
    fileprivate func isDescribed(by news: Headers) -> Bool {
        if status != 200 { return false }
        if let tag = EntityTag(news) {
            guard let known = EntityTag(headers), known.matchesWeakly(tag) else { return false }
        }
        return ["last-modified", "content-length"].allSatisfy { name in
            guard let new = news.first(name), let known = headers.first(name) else { return true }
            return new == known
        }
    }
}
