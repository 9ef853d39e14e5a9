import SonicProtocol
import SonicSession
import Workbench

/// A reason why the page shown may differ from what its server and this program would produce by themselves, or work
/// that goes on behind it. The title line names all of them, to prevent confusion.
enum StatusBadge: Equatable, Sendable {
    /// `--insecure`: certificates are not verified.
    case insecure
    /// `--as`: requests have another client's headers.
    case client(RequestClient)
    /// A connection other than the network responded: a rule, a mapped host, a package.
    case detour(ConnectionName)
    /// The page is the response to an edited request.
    case edited
    /// Interception is on, or exchanges are intercepted: their number.
    case intercepting(Int)
    /// `:fault`, `:slow` or `:delay`, with its value.
    case impaired(Impairment.Kind, String)
    /// Files are being downloaded: how much was received.
    case downloading(String)
    /// The exchange that produced the page was edited by hand, now or when it was stored.
    case byHand
    /// A certificate exception was used: the response may not be the site's own.
    case exception

    /// The text in the title line: before the address if it is of every page, otherwise after the page's outcome.
    var words: String {
        switch self {
        case .insecure: "INSECURE"
        case .client(let client): "AS \(client.title.uppercased())"
        case .detour(let name): "via \(name.rawValue)"
        case .edited: "of an edited request"
        case .intercepting(0): "INTERCEPT ON"
        case .intercepting(let count): "INTERCEPTED \(count)"
        case .impaired(let kind, let value): "\(kind.rawValue.uppercased()) \(value)"
        case .downloading(let progress): "DOWNLOAD \(progress)"
        case .byHand: "edited by hand"
        case .exception: "under an exception"
        }
    }

    /// Whether it was chosen for the whole program, not for the page shown.
    var isOfEveryPage: Bool {
        switch self {
        case .insecure, .client, .intercepting, .impaired, .downloading: true
        case .detour, .edited, .byHand, .exception: false
        }
    }
}
