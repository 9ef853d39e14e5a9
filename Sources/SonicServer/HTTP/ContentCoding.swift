import SonicProtocol

/// A way to make a body shorter on its way (RFC 9110 §8.4.1).
enum ContentCoding: String, Sendable, CaseIterable {
    /// Brotli (RFC 7932).
    case br
    /// gzip (RFC 1952).
    case gzip

    /// The one of these that a client likes best, the first of equals; nil where it would rather have none.
    ///
    /// What names no coding accepts none here, though it might (RFC 9110 §12.5.3). A client that accepts neither
    /// these nor the bytes as they are gets them all the same.
    static func chosen(by request: Headers, among codings: [ContentCoding]) -> ContentCoding? {
        let members = FieldList.members(of: request.all("Accept-Encoding"))
        // Hostile lists are no reason to read on; the names that count come early.
        let weights = members.prefix(64).map(Self.weight)
        func quality(_ names: [String]) -> Int? { weights.first { names.contains($0.name) }?.thousandths }
        // Any other name than * speaks for itself.
        let others = quality(["*"]) ?? 0
        let plain = quality(["identity"]) ?? quality(["*"])
        var best: (coding: ContentCoding?, thousandths: Int) = (nil, 0)
        for coding in codings {
            let names = coding == .gzip ? ["gzip", "x-gzip"] : [coding.rawValue]
            let thousandths = quality(names) ?? others
            if thousandths > best.thousandths { best = (coding, thousandths) }
        }
        // The plain bytes are always good, but where they are named and liked better.
        return best.thousandths >= (plain ?? 0) ? best.coding : nil
    }

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
