extension WebURL {
    /// The user name and password in the address, percent-decoded; nil when there is no user name.
    public var decodedCredentials: (user: String, password: String)? {
        guard !username.isEmpty else { return nil }
        return (QueryParameter.decode(username), QueryParameter.decode(password))
    }
}
