/// Which codings a client takes, and how much it likes them: its Accept-Encoding (RFC 9110 §12.5.3).
package struct AcceptedCodings {
    /// Names in lower case and weights, in their order.
    private let members: [(name: String, thousandths: Int)]

    /// Reads a request's fields. Linear.
    package init(of request: Headers) {
        // Hostile lists are no reason to read on; the names that count come early.
        members = FieldList.members(of: request.all("Accept-Encoding")).prefix(64).map(Self.weight)
    }

    /// The weight of a coding by any of its names in lower case, from 0 for “not at all” to 1000; nil where none of
    /// them is there. What `*` says counts for `*` only.
    package func thousandths(of names: String...) -> Int? {
        members.first { names.contains($0.name) }?.thousandths
    }

    /// Whether the client names gzip and takes it.
    package var namesGzip: Bool { thousandths(of: "gzip") ?? 0 > 0 }

    /// A coding's name in lower case and its weight; one that cannot be read is 0.
    private static func weight(_ member: String) -> (name: String, thousandths: Int) {
        let parts = member.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { Bytes.text(Bytes.trimmed(Array($0.utf8))) }
        guard parts.count > 1 else { return (parts[0], 1000) }
        return (parts[0], parts[1].hasPrefix("q=") ? thousandths(parts[1].dropFirst(2)) : 0)
    }

    /// `0.5` as 500; 0 for what is no weight of at most three digits.
    private static func thousandths(_ text: Substring) -> Int {
        let halves = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard halves.count <= 2, let whole = halves.first, whole.count == 1, let first = whole.first,
            first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
        else { return 0 }
        let digits = halves.dropFirst().first.map(Array.init) ?? []
        guard digits.count <= 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        let padded = digits + Array(repeating: UInt8(ascii: "0"), count: 3 - digits.count)
        let fraction = padded.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return min(1000, Int(first - 0x30) * 1000 + fraction)
    }
}
