/// The key of stored responses: the URL they were requested from (RFC 9111 §2). The method is not part of it, as only
/// responses to GET are stored.
public struct CacheKey: Hashable, Sendable {
    /// The key: a URL without fragment and password. Keys are equal if their bytes are.
    public let text: String

    /// Creates the key of a URL.
    ///
    /// The user name is kept, so that users do not get each other's responses; the password is not, so that none is
    /// written to disk. Ignored query parameters do not distinguish responses. Responses received under an exception
    /// have separate keys.
    public init(_ url: WebURL, ignoring: IgnoredParameters = .none, under exception: OriginException? = nil) {
        let kept = url.with { parts in
            parts.fragment = nil
            parts.password = ""
            parts.query = ignoring.rest(of: parts.query)
        }
        // The space separates the two: a URL contains none.
        text = exception.map { kept.href + " " + $0.text } ?? kept.href
    }

    /// The URL alone, without the exception.
    public var address: String { String(text.prefix { $0 != " " }) }

    /// Creates a key from its stored text.
    public init(text: String) { self.text = text }
}

/// The query parameters that a caller declares irrelevant for the response.
public enum IgnoredParameters: Hashable, Sendable {
    /// All parameters distinguish responses.
    case none
    /// Parameters with these names, compared decoded and case-sensitively, are ignored.
    case named(Set<String>)
    /// Parameters whose names match one of these patterns (`Wildcards`) are ignored.
    case fitting([String])
    /// Parameters whose names match none of these patterns are ignored.
    case others(than: [String])
    /// All parameters are ignored.
    case all

    /// Returns the relevant part of a query; nil if nothing is left.
    func rest(of query: String?) -> String? {
        switch self {
        case .none: return query
        case .all: return nil
        case .named(let names): return Self.kept(query) { !names.contains($0) }
        case .fitting(let patterns): return Self.kept(query) { !Wildcards.fit(any: patterns, $0) }
        case .others(let patterns): return Self.kept(query) { Wildcards.fit(any: patterns, $0) }
        }
    }

    /// Returns the query with only the parameters whose names count.
    private static func kept(_ query: String?, where counts: (String) -> Bool) -> String? {
        let kept = query?.split(separator: "&", omittingEmptySubsequences: false).filter { part in
            counts(QueryParameter.decode(String(part.prefix { $0 != "=" })))
        }
        guard let kept, !kept.isEmpty else { return nil }
        return kept.joined(separator: "&")
    }
}
