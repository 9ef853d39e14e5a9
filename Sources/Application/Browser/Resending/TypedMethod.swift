/// Request methods as typed.
enum TypedMethod {
    /// The known methods (RFC 9110 §9.3, RFC 5789).
    private static let known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// The completions after the command.
    static let offers = known.map { ArgumentOffer(text: $0) }

    /// Returns a method as it is sent: a known one in upper case, as Fetch normalizes it; any other as typed.
    static func name(_ typed: String) -> String {
        let capitals = typed.uppercased()
        return known.contains(capitals) ? capitals : typed
    }

    /// Returns whether an argument names a file of requests rather than an address.
    static func isFile(_ word: String) -> Bool {
        guard !word.contains("://") else { return false }
        let begins = ["/", "./", "../", "~/"].contains { word.hasPrefix($0) }
        return begins || word.hasSuffix(".http") || word.hasSuffix(".rest")
    }
}
