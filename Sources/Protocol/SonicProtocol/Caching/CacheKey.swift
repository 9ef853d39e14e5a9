/// What stored responses are found under: the address they answer (RFC 9111 §2). Methods have no part in it, as
/// nothing but answers to GET is stored.
public struct CacheKey: Hashable, Sendable {
    /// The key: an address without its fragment and password. Equal keys are equal bytes.
    public let text: String

    /// The key of an address.
    ///
    /// A user name stays in it, so that people do not get each other's answers; a password does not, so that
    /// none is written to a disk. The parameters of the query that are ignored do not tell answers apart.
    /// What came under an exception is kept apart by it.
    public init(_ url: WebURL, ignoring: IgnoredParameters = .none, under exception: OriginException? = nil) {
        let kept = url.with { parts in
            parts.fragment = nil
            parts.password = ""
            parts.query = ignoring.rest(of: parts.query)
        }
        // No address has a space.
        text = exception.map { kept.href + " " + $0.text } ?? kept.href
    }

    /// The address alone, whatever the exception.
    public var address: String { String(text.prefix { $0 != " " }) }

    /// A key that was written down before.
    public init(text: String) {
        self.text = text
    }
}

/// Query parameters that a caller declares to be without meaning for the answer.
public enum IgnoredParameters: Hashable, Sendable {
    /// Each tells answers apart.
    case none
    /// Those of these names, compared as decoded and with regard to case, do not.
    case named(Set<String>)
    /// Those whose names fit one of these patterns (`Wildcards`) do not.
    case fitting([String])
    /// Those whose names fit none of these patterns do not.
    case others(than: [String])
    /// None does.
    case all

    /// What counts of a query; nil when nothing is left.
    func rest(of query: String?) -> String? {
        switch self {
        case .none: return query
        case .all: return nil
        case .named(let names): return Self.kept(query) { !names.contains($0) }
        case .fitting(let patterns): return Self.kept(query) { !Wildcards.fit(any: patterns, $0) }
        case .others(let patterns): return Self.kept(query) { Wildcards.fit(any: patterns, $0) }
        }
    }

    /// The query of the parameters whose names count.
    private static func kept(_ query: String?, where counts: (String) -> Bool) -> String? {
        let kept = query?.split(separator: "&", omittingEmptySubsequences: false).filter { part in
            counts(QueryParameter.decode(String(part.prefix { $0 != "=" })))
        }
        guard let kept, !kept.isEmpty else { return nil }
        return kept.joined(separator: "&")
    }
}
