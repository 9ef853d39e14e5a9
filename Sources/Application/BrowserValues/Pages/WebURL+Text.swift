import SonicProtocol

extension WebURL {
    /// The address as lists show it: without scheme, name and password.
    package var plainText: String {
        let href = withoutCredentials.href
        return href.firstRange(of: "://").map { String(href[$0.upperBound...]) } ?? href
    }
}
