import SonicServer

/// `--limit NAME=NUMBER`: bounds other than the usual ones.
extension SonicServer.Limits {
    /// Sets the bound that a word names, such as `head=5` or `body=8M`.
    mutating func read(_ word: String) throws(ServerArguments.Mistake) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(halves[0])
        guard let most = Self.most[name] else {
            let names = Self.most.keys.sorted().joined(separator: ", ")
            throw ServerArguments.Mistake(sentence: "--limit knows \(names), not \(name).")
        }
        guard halves.count == 2, let number = Self.number(halves[1]), (1...most).contains(number) else {
            let value = halves.count == 2 ? String(halves[1]) : "nothing"
            throw ServerArguments.Mistake(
                sentence: "--limit \(name) wants a number from 1 to \(most), not \(value).")
        }
        switch name {
        case "body": bodyBytes = number
        case "connections": connections = UInt32(number)
        case "farewell": farewell = .seconds(number)
        case "head": headSeconds = UInt32(number)
        case "idle": idleSeconds = UInt32(number)
        default: perClient = .everyone(number)
        }
    }

    /// The names, and the largest number of each.
    private static let most = [
        "body": 1 << 30, "connections": 30_000, "farewell": 86_400, "head": 86_400, "idle": 86_400,
        "per-client": 30_000,
    ]

    /// A whole number, with K, M or G for powers of 1024.
    private static func number(_ text: Substring) -> Int? {
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
