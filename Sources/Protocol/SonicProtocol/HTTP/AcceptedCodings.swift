/// The content codings that a client accepts, with their weights: its Accept-Encoding (RFC 9110 §12.5.3).
package struct AcceptedCodings {
    /// The names in lower case and their weights, in order.
    private let members: [(name: String, thousandths: Int)]

    /// Parses the headers of a request. Linear.
    package init(of request: Headers) {
        // The limit keeps hostile lists cheap; relevant names are near the beginning.
        members = Headers.members(of: request.all("Accept-Encoding")).prefix(64).map(Self.weight)
    }

    /// Returns the weight of a coding under any of these lower-case names, from 0 for “not acceptable” to 1000; nil if
    /// none is listed. `*` matches only `*`.
    package func thousandths(of names: String...) -> Int? {
        members.first { names.contains($0.name) }?.thousandths
    }

    /// Whether the client lists gzip with a weight above 0.
    package var namesGzip: Bool { thousandths(of: "gzip") ?? 0 > 0 }

    /// Parses a coding's name, in lower case, and its weight; an invalid weight is 0.
    private static func weight(_ member: String) -> (name: String, thousandths: Int) {
        let parts = member.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { Bytes.text(Bytes.trimmed(Array($0.utf8))) }
        guard parts.count > 1 else { return (parts[0], 1000) }
        return (parts[0], parts[1].hasPrefix("q=") ? thousandths(parts[1].dropFirst(2)) : 0)
    }

    /// Parses a weight in thousandths, `0.5` as 500; 0 if it is invalid or has more than three decimals.
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
