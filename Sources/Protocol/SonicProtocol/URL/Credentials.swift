/// A user name and password for Basic or Digest authentication, whichever the server requests (RFC 7617, RFC 7616).
public struct Credentials: Sendable, Equatable {
    /// The user name.
    public var user: String
    /// The password.
    public var password: String

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - user: The user name, as typed or as decoded.
    ///   - password: The password, as typed or as decoded.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension WebURL {
    /// The user name and password in the address, percent-decoded; nil when there is no user name.
    public var decodedCredentials: Credentials? {
        guard !username.isEmpty else { return nil }
        return Credentials(user: QueryParameter.decode(username), password: QueryParameter.decode(password))
    }
}
