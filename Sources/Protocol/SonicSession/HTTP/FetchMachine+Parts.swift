import SonicProtocol

/// Requests that one response can serve.
public struct Flight: Hashable, Sendable {
    /// The key that the response would be stored under.
    public var key: CacheKey
    /// The fields, in order: equivalent requests have equal ones.
    public var headers: Headers
}

/// One change of the store.
public enum StoreWrite: Sendable, Equatable {
    /// Store a response with its body, replacing the ones with these numbers.
    case save(StoredResponse, body: [UInt8], under: CacheKey, replacing: [Int])
    /// Replace the headers of a stored response.
    case freshen(Int, under: CacheKey, StoredResponse)
    /// Remove one response.
    case remove(Int, under: CacheKey)
    /// Remove everything stored under a key.
    case invalidate(CacheKey)
}

extension FetchMachine {
    /// One request of the chain that redirects form.
    struct Hop: Sendable {
        /// The request as the caller made it: without the cache's conditions, without fields added by the mode, and
        /// without cookies except the caller's.
        var request: Request
        /// The Cookie header for its address; nil for none.
        var cookies: HeaderValue?
        /// The effective mode.
        var mode: CacheMode
        /// The key that its responses are stored under.
        var key: CacheKey
        /// The cache's policy for the request; nil before the store was read, and if the cache is bypassed.
        var policy: CachePolicy?
        /// The numbers of stored responses whose bodies no longer exist, and of errors that have expired; the next
        /// response that is stored replaces them.
        var gone: [Int] = []

        /// The fields with the cookies, unless the caller set some.
        var headers: Headers {
            guard let cookies, !request.headers.contains("cookie") else { return request.headers }
            return Headers(request.headers.fields + [HeaderField("Cookie", cookies)])
        }
    }

    /// The purpose of reading a stored body.
    enum BodyUse: Sendable {
        /// It is served from this source, with this Age, nil for none; the writes follow.
        case answer(StoredUse, FetchSource, age: Int64?, writing: [StoreWrite])
        /// It is to be completed by the server.
        case beginning(StoredVariant, CacheQuestion)
        /// It is to be joined with the part that was received.
        case joining(StoredVariant, StoredResponse, Delivery)
    }

    /// A request that was sent.
    struct Exchange: Sendable {
        /// What it asks; nil if the cache is bypassed.
        var question: CacheQuestion?
        /// When it was sent.
        var requested: Instant
        /// The stored beginning of the body that is to be completed.
        var beginning: [UInt8] = []
    }

    /// How a response is handled while it is received.
    enum Reception: Sendable {
        /// It confirms a stored response, which is served.
        case confirming(StoredVariant, Renewal)
        /// Its body is passed to the caller or dropped, and collected if it is to be stored.
        case delivering(Delivery)
    }

    /// A response that is passed to the caller and stored.
    struct Delivery: Sendable {
        /// What the fetch does afterwards.
        var sequel: Sequel
        /// The response to store; nil if it is not stored.
        var kept: StoredResponse?
        /// The body so far, from the first byte that is stored; empty if none is.
        var body: [UInt8] = []
        /// The numbers of the responses that the stored one replaces.
        var replacing: [Int] = []
        /// The removals from the store if the response is received but not stored.
        var removals: [StoreWrite] = []
        /// The writes made in any case.
        var writes: [StoreWrite] = []
    }

    /// What follows the response.
    enum Sequel: Sendable {
        /// The end of the fetch.
        case end(FetchEnding)
        /// The request after a redirect.
        case follow(Request)
    }
}
