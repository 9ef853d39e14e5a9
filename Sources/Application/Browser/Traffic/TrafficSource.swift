import SonicProtocol

/// A source of traffic.
public enum TrafficSource: Equatable, Sendable {
    /// The sessions of this program.
    case own
    /// A HAR file, by its path as typed.
    case file(String)
    /// A `sonic-server` with `--control`, by its address.
    case server(WebURL)

    /// Parses a source as typed: an HTTP address, otherwise a file path; empty for this program's sessions.
    public init(_ text: String) {
        if text.isEmpty {
            self = .own
        } else if let url = WebURL(text), url.isHTTP {
            self = .server(url.withoutFragment)
        } else {
            self = .file(text)
        }
    }

    /// The displayed name.
    var name: String {
        switch self {
        case .own: "this program's sessions"
        case .file(let name): name
        case .server(let url): url.withoutCredentials.href
        }
    }
}
