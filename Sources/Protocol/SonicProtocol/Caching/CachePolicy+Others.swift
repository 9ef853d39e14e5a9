/// A change to what is stored under the request's own key.
public enum CacheChange: Sendable, Equatable {
    /// The head of this one becomes that.
    case freshen(Int, StoredResponse)
    /// This one goes.
    case remove(Int)
}

extension CachePolicy {
    /// What an answer to HEAD means for the stored answers to GET (RFC 9111 §4.3.5): those that it describes
    /// are brought up to date, those that it contradicts go. What is gone (404, 410) goes too.
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

    /// The addresses about which nothing stored is true any more after a request with another method was
    /// answered (RFC 9111 §4.4): the target, and those of its origin in Location and Content-Location. None
    /// after an error.
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
    /// Whether a HEAD's fields are those of this response: where both give a length, a tag or a date, the same.
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
