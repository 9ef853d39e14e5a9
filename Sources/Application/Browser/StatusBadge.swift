import SonicProtocol
import SonicSession

/// Something that makes what is shown another thing than what the page's server and this program would have come to by
/// themselves. The title line names all that is in force, so that nobody takes one for the other.
enum StatusBadge: Equatable, Sendable {
    /// `--insecure`: nobody proves who they are.
    case insecure
    /// `--as`: requests have another client's headers.
    case client(RequestClient)
    /// A connection of this program answered: a rule, a mapped host, a package.
    case detour(ConnectionName)
    /// The page is the answer to an edited request.
    case edited
    /// Exchanges are to be held; so many are.
    case intercepting(Int)
    /// The exchange that led to the page was edited by hand, now or when it was stored.
    case byHand
    /// Under an exception somebody else than the site may have answered.
    case exception

    /// Its words in the title line: before the address where it is of every page, else behind the page's outcome.
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

    /// Whether it was chosen for the whole program, not for the page that is shown.
    var isOfEveryPage: Bool {
        switch self {
        case .insecure, .client, .intercepting: true
        case .detour, .edited, .byHand, .exception: false
        }
    }

    /// Whether it is a danger.
    var isAlarming: Bool { self == .insecure }
}

extension Model {
    /// All that is in force, in the order in which it is told.
    var inForce: [StatusBadge] {
        var facts: [StatusBadge] = []
        if case .unverified = setup.trust { facts.append(.insecure) }
        if setup.client.isAnother { facts.append(.client(setup.client)) }
        if account.intercepted.filter != nil || !account.intercepted.entries.isEmpty {
            facts.append(.intercepting(account.intercepted.entries.count))
        }
        return facts + (visit?.inForce ?? []) + origins
    }

    /// What made the page that is on the screen, a stored version included, another than its site's own.
    private var origins: [StatusBadge] {
        var facts: [StatusBadge] = []
        // What is shown of a stored version is known from it; what came of a session, once that has ended.
        let result = account.tabs.front.navigation == nil ? visit?.result : nil
        let isEdited = result.map(\.isEditedByHand) ?? document?.isEdited ?? false
        if isEdited { facts.append(.byHand) }
        if (result?.exception?.text ?? document?.exception) != nil { facts.append(.exception) }
        return facts
    }
}

extension Visit {
    /// What is in force of this visit alone.
    fileprivate var inForce: [StatusBadge] {
        var facts: [StatusBadge] = []
        if let name = result?.answeredBy, name != .network { facts.append(.detour(name)) }
        if isOfEditedRequest { facts.append(.edited) }
        return facts
    }
}

extension Document {
    /// Takes down how a stored version came about.
    mutating func note(_ version: PageVersion) {
        (isEdited, exception) = (version.isEdited, version.exception)
        refresh = Model.refresh(version.headers)
    }
}
