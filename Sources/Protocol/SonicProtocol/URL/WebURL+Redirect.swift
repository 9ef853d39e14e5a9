extension WebURL {
    /// This address with the fragment of `other` where it has none of its own (RFC 9110 §10.2.2).
    public func inheritingFragment(of other: WebURL) -> WebURL {
        guard fragment == nil, let inherited = other.fragment else { return self }
        return with { $0.fragment = inherited }
    }
}
