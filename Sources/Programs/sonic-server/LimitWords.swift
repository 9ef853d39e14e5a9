import SonicServer

/// Parses `--limit NAME=NUMBER`, which overrides default limits.
extension SonicServer.Limits {
    /// Sets the limit in a word such as `head=5` or `body=8M`.
    mutating func read(_ word: String) throws(ServerArguments.Mistake) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // The former name of the limit is accepted but no longer shown.
        let name = halves[0] == "farewell" ? "linger" : String(halves[0])
        guard let most = Self.most[name] else {
            let names = Self.most.keys.sorted().joined(separator: ", ")
            throw ServerArguments.Mistake(sentence: "Unknown limit \(name); use one of \(names).")
        }
        guard halves.count == 2, let number = Self.number(halves[1]), (1...most).contains(number) else {
            let value = halves.count == 2 ? String(halves[1]) : "nothing"
            throw ServerArguments.Mistake(
                sentence: "--limit \(name) takes a number from 1 to \(most), not \(value).")
        }
        switch name {
        case "body": bodyBytes = number
        case "connections": connections = UInt32(number)
        case "linger": linger = .seconds(number)
        case "head": headSeconds = UInt32(number)
        case "idle": idleSeconds = UInt32(number)
        default: perClient = .everyone(number)
        }
    }

    /// The names, and the maximum of each.
    private static let most = [
        "body": 1 << 30, "connections": 30_000, "head": 86_400, "idle": 86_400,
        "linger": 86_400, "per-client": 30_000,
    ]

    /// Parses a whole number, with K, M or G for powers of 1024.
    static func number(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        // More than nine digits could overflow below.
        guard digits.count <= 9, let number = Int(digits) else { return nil }
        switch text.dropFirst(digits.count) {
        case "": return number
        case "K": return number << 10
        case "M": return number << 20
        case "G": return number << 30
        default: return nil
        }
    }
}
