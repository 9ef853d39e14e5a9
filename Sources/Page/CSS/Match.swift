/// Whether a selector matches, as far as that is known: from the current page, from what the user may do
/// (hover, check a box), and from the part of the page that is parsed.
///
/// If two parts both have to match, the lesser counts; of alternatives, the greater.
enum Match: UInt8, Comparable {
    /// Never.
    case no
    /// Not now, or unknown.
    case unlikely
    /// Now, but not always.
    case likely
    /// Always.
    case yes

    init(_ holds: Bool) { self = holds ? .yes : .no }

    static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }

    /// Whether the opposite matches.
    var opposite: Match {
        switch self {
        case .no: .yes
        case .unlikely: .likely
        case .likely: .unlikely
        case .yes: .no
        }
    }
}
