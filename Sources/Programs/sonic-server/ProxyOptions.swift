/// The options of `proxy`.
struct ProxyOptions: Equatable {
    /// The file that defines which elements become blocks; nil for none.
    var blocks: String?
    /// The longest pause of the upstream, in seconds; nil for the default.
    var timeout: Int?
    /// The file of trusted certificates; nil for the system's.
    var authorities: String?
    /// Whether the host name of the client's request is forwarded to the upstream.
    var keepsHost = false
    /// The name of the first of these options; nil for none.
    private(set) var firstName: String?

    /// Parses the option with this name.
    mutating func read(_ name: String, _ value: String) throws(ServerArguments.Mistake) {
        firstName = firstName ?? name
        if name == "--keep-host" {
            keepsHost = true
            return
        }
        if value.isEmpty { throw ServerArguments.missing(name) }
        switch name {
        case "--blocks": blocks = value
        case "--cacert": authorities = value
        default:
            guard let seconds = Int(value), (1...86_400).contains(seconds) else {
                throw ServerArguments.Mistake(
                    sentence: "--timeout takes whole seconds from 1 to 86400, not \(value).")
            }
            timeout = seconds
        }
    }
}
