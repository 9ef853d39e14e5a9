extension WebURL {
    /// Returns this URL with the fragment of `other` if it has none (RFC 9110 §10.2.2).
    public func inheritingFragment(of other: WebURL) -> WebURL {
        guard fragment == nil, let inherited = other.fragment else { return self }
        return with { $0.fragment = inherited }
    }
}
