import SonicProtocol

/// What a fetch wants to know before it decides.
public struct Lookup: Sendable, Equatable {
    /// The key to be read; nil where the cache takes no part.
    public var key: CacheKey?
    /// What cookies are asked for.
    public var cookies: CookieAsk
    /// Which requests are the same as this one, so that one of them is enough; nil when it must be sent itself.
    public var flight: Flight?
}

/// Requests that one answer serves.
public struct Flight: Hashable, Sendable {
    /// What the answer would be stored under.
    public var key: CacheKey
    /// The fields, in order: equal requests have equal ones.
    public var headers: Headers
}

/// One change to the store.
public enum StoreWrite: Sendable, Equatable {
    /// Store a response with its body in place of those of these numbers.
    case save(StoredResponse, body: [UInt8], under: CacheKey, replacing: [Int])
    /// Put a head in place of another.
    case freshen(Int, under: CacheKey, StoredResponse)
    /// Remove one response.
    case remove(Int, under: CacheKey)
    /// Remove all that is stored under a key.
    case invalidate(CacheKey)
}

extension FetchMachine {
    /// One request on the way, redirects leading from one to the next.
    struct Hop: Sendable {
        /// The request as the caller means it: no conditions of the cache's, nothing that the mode adds, and no
        /// cookies but the caller's.
        var request: Request
        /// The Cookie line for its address; nil for none.
        var cookies: HeaderValue?
        /// The effective mode.
        var mode: CacheMode
        /// What the answers are stored under.
        var key: CacheKey
        /// What the cache makes of the request; nil before the store was read, and where it takes no part.
        var policy: CachePolicy?
        /// The numbers of stored responses whose bodies turned out to be gone, and of errors whose time is over; the next
        /// answer that is stored takes their place.
        var gone: [Int] = []

        /// The fields with the cookies, unless the caller gave some himself.
        var headers: Headers {
            guard let cookies, !request.headers.contains("cookie") else { return request.headers }
            return Headers(request.headers.fields + [HeaderField("Cookie", cookies)])
        }
    }

    /// What a stored body is read for.
    enum BodyUse: Sendable {
        /// To be handed on.
        case answer(StoredUse, Served)
        /// To be completed by the server.
        case beginning(StoredVariant, CacheQuestion)
        /// To be joined with the part that came.
        case joining(StoredVariant, StoredResponse, Delivery)
    }

    /// How a stored response is handed on.
    struct Served: Sendable {
        var source: FetchSource
        /// The value of Age; nil for none.
        var age: Int64?
        /// What is written afterwards.
        var writes: [StoreWrite] = []
    }

    /// A request that is out.
    struct Exchange: Sendable {
        /// What it asks; nil where the cache takes no part.
        var question: CacheQuestion?
        /// When it went out.
        var requested: Instant
        /// The stored beginning of the body that is being completed.
        var beginning: [UInt8] = []
    }

    /// What becomes of an answer under way.
    enum Reception: Sendable {
        /// It confirms a stored response, which is handed on.
        case confirming(StoredVariant, Renewal)
        /// Its body goes to the caller or is dropped, and is collected as far as it is stored.
        case delivering(Delivery)
    }

    /// An answer on its way to the caller and into the store.
    struct Delivery: Sendable {
        /// What becomes of the fetch afterwards.
        var sequel: Sequel
        /// As what it is stored; nil when it is not.
        var kept: StoredResponse?
        /// The bytes so far, from the first that is stored; empty when nothing is.
        var body: [UInt8] = []
        /// Those that what is stored then takes the place of.
        var replacing: [Int] = []
        /// What goes from the store where the answer came and is not stored.
        var removals: [StoreWrite] = []
        /// What is written in any case.
        var writes: [StoreWrite] = []
    }

    /// What comes after the answer.
    enum Sequel: Sendable {
        /// Nothing.
        case end(FetchEnding)
        /// The request that a redirect leads to.
        case follow(Request)
    }
}
