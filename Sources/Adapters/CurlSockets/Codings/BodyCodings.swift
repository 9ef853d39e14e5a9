import SonicProtocol

/// The content codings of a body, as its head names them (RFC 9110 §8.4).
public struct BodyCodings: Equatable, Sendable {
    /// A coding that can be removed.
    public enum Coding: String, Equatable, Sendable {
        case gzip, deflate, br, zstd
    }

    /// Those that can be removed, in the order in which they were applied.
    public private(set) var known: [Coding] = []
    /// The names of others, which are passed over: a charset, a transfer coding, or a word that nobody knows. What they
    /// stand for is most often nothing.
    public private(set) var unknown: [String] = []

    /// Reads a head's fields. Linear.
    public init(_ headers: Headers) {
        for name in FieldList.members(of: headers.all("content-encoding")) {
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
