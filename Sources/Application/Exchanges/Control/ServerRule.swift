import SonicProtocol

/// A rule of a server, as it reports it: it intercepts what matches, or answers requests itself.
public struct ServerRule: Sendable, Equatable, Identifiable {
    /// Its number at the server, counted from 1.
    public let id: Int
    /// The number of the stream with which it ends.
    public let controller: Int
    /// The filter of what it applies to.
    public let filter: String
    /// The file or address that answers requests; nil for a rule that intercepts.
    public let source: String?
}

extension ServerRule {
    /// Parses a rule from a line of a server's stream; nil if it is not one.
    init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer else { return nil }
        self.init(
            id: id, controller: node["controller"]?.integer ?? 0, filter: node["filter"]?.string ?? "",
            source: (node["file"] ?? node["address"])?.string)
    }
}

/// What answers the requests that a rule matches, instead of the site.
public enum RuleAnswer: Sendable, Equatable {
    /// A file that the program which set the rule has read: its name, which tells its type, and its bytes.
    case file(name: String, [UInt8])
    /// The server at another address. With the path `/` the request keeps its own path and query.
    case address(WebURL)

    /// The maximum size of a file in bytes.
    public static let longestFile = 4 << 20

    /// The name of the file, or the address.
    package var name: String {
        switch self {
        case .file(let name, _): name
        case .address(let url): url.href
        }
    }

    /// The members of an order that sets such a rule.
    var members: [JSONValue.Member] {
        switch self {
        case .file(let name, let bytes):
            [.init("file", .string(name)), .init("content", .string(Base64.text(bytes)))]
        case .address(let url): [.init("address", .string(url.href))]
        }
    }
}
