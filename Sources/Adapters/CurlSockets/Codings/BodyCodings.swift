import SonicProtocol

/// The content codings of a body, as listed in its headers (RFC 9110 §8.4).
public struct BodyCodings: Equatable, Sendable {
    /// A supported coding.
    public enum Coding: String, Equatable, Sendable {
        case gzip, deflate, br, zstd
    }

    /// The supported codings, in the order in which they were applied.
    public private(set) var known: [Coding] = []
    /// The names of unsupported ones, which are ignored: a charset, a transfer coding or an unknown word. In most cases
    /// no coding was applied.
    public private(set) var unknown: [String] = []

    /// Parses the headers.
    /// - Complexity: Linear in their size.
    public init(_ headers: Headers) {
        for name in Headers.members(of: headers.all("content-encoding")) {
            switch name.lowercased() {
            case "gzip", "x-gzip": known.append(.gzip)
            case "identity": break
            case let lowered:
                if let coding = Coding(rawValue: lowered) {
                    known.append(coding)
                } else {
                    unknown.append(name)
                }
            }
        }
    }
}
