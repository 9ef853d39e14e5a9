/// The options of `proxy`.
struct ProxyOptions: Equatable {
    /// Their names.
    static let names = ["--blocks", "--timeout", "--cacert"]

    /// The file that says which elements become blocks; nil for none.
    var blocks: String?
    /// How long the upstream may say nothing, in seconds; nil for the usual time.
    var timeout: Int?
    /// The file of certificates to trust in place of the system's; nil for the system's.
    var authorities: String?
    /// The first of the names that was given; nil for none.
    private(set) var firstName: String?

    /// Reads one of the options, whose value stands behind `=` or is the next word.
    mutating func read(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(ServerArguments.Mistake) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        firstName = firstName ?? name
        guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
            let what = name == "--timeout" ? "a number of seconds" : "a file"
            throw ServerArguments.Mistake(sentence: "\(name) needs \(what) behind it.")
        }
        switch name {
        case "--blocks": blocks = value
        case "--cacert": authorities = value
        default:
            guard let seconds = Int(value), (1...86_400).contains(seconds) else {
                throw ServerArguments.Mistake(
                    sentence: "--timeout wants whole seconds from 1 to 86400, not \(value).")
            }
            timeout = seconds
        }
    }
}
