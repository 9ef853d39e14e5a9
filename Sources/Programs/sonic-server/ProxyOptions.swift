/// The options of `proxy`.
struct ProxyOptions: Equatable {
    /// The file that says which elements become blocks; nil for none.
    var blocks: String?
    /// How long the upstream may say nothing, in seconds; nil for the usual time.
    var timeout: Int?
    /// The file of certificates to trust in place of the system's; nil for the system's.
    var authorities: String?
    /// Whether the upstream is called by the name that the client used.
    var keepsHost = false
    /// The first of the names that was given; nil for none.
    private(set) var firstName: String?

    /// Reads the option of this name.
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
