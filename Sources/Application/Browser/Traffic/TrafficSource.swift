import SonicProtocol

/// Where traffic comes from.
public enum TrafficSource: Equatable, Sendable {
    /// The sessions of this program.
    case own
    /// A HAR file, by its name as typed.
    case file(String)
    /// A `sonic-server` with `--control`, by its address.
    case server(WebURL)

    /// A source as it is typed: an address of HTTP, else the name of a file; nothing for this program's sessions.
    public init(_ text: String) {
        if text.isEmpty {
            self = .own
        } else if let url = WebURL(text), url.isHTTP {
            self = .server(url.withoutFragment)
        } else {
            self = .file(text)
        }
    }

    /// What it is called.
    var name: String {
        switch self {
        case .own: "this program's sessions"
        case .file(let name): name
        case .server(let url): url.withoutCredentials.href
        }
    }
}
