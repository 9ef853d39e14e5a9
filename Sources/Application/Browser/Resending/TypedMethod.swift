/// The methods of requests as people type them.
enum TypedMethod {
    /// Those that are known (RFC 9110 §9.3, RFC 5789).
    private static let known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// What may stand behind the command.
    static let offers = known.map { ArgumentOffer(text: $0) }

    /// A method as it is sent: a known one in capitals, as Fetch makes them; another as it was typed.
    static func name(_ typed: String) -> String {
        let capitals = typed.uppercased()
        return known.contains(capitals) ? capitals : typed
    }

    /// Whether a word names a file of requests rather than an address.
    static func isFile(_ word: String) -> Bool {
        guard !word.contains("://") else { return false }
        let begins = ["/", "./", "../", "~/"].contains { word.hasPrefix($0) }
        return begins || word.hasSuffix(".http") || word.hasSuffix(".rest")
    }
}
