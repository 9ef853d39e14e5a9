import SonicProtocol
import SonicSession

/// A reason why the page shown may differ from what its server and this program would produce by themselves. The title
/// line names all of them, to prevent confusion.
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
        case .byHand: "edited by hand"
        case .exception: "under an exception"
        }
    }

    /// Whether it was chosen for the whole program, not for the page shown.
    var isOfEveryPage: Bool {
        switch self {
        case .insecure, .client, .intercepting: true
        case .detour, .edited, .byHand, .exception: false
        }
    }

    /// Whether it warns of a danger.
    var isAlarming: Bool { self == .insecure }
}

extension Model {
    /// All badges that apply, in display order.
    var inForce: [StatusBadge] {
        var facts: [StatusBadge] = []
        if case .unverified = setup.trust { facts.append(.insecure) }
        if setup.client.isAnother { facts.append(.client(setup.client)) }
        if account.intercepted.filter != nil || !account.intercepted.entries.isEmpty {
            facts.append(.intercepting(account.intercepted.entries.count))
        }
        return facts + (visit?.inForce ?? []) + origins
    }

    /// The badges for how the page on the screen, possibly a stored version, was produced.
    private var origins: [StatusBadge] {
        var facts: [StatusBadge] = []
        // A stored version records how it was produced; a session's result is available after it has ended.
        let result = account.tabs.front.navigation == nil ? visit?.result : nil
        let isEdited = result.map(\.isEditedByHand) ?? document?.isEdited ?? false
        if isEdited { facts.append(.byHand) }
        if (result?.exception?.text ?? document?.exception) != nil { facts.append(.exception) }
        return facts
    }
}

extension Visit {
    /// The badges that apply to this visit alone.
    fileprivate var inForce: [StatusBadge] {
        var facts: [StatusBadge] = []
        if let name = result?.answeredBy, name != .network { facts.append(.detour(name)) }
        if isOfEditedRequest { facts.append(.edited) }
        return facts
    }
}

extension Document {
    /// Records how a stored version was produced.
    mutating func note(_ version: PageVersion) {
        (isEdited, exception) = (version.isEdited, version.exception)
        refresh = Model.refresh(version.headers)
    }
}
