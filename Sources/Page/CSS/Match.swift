/// Whether a selector matches, as far as it can be told here: by what the page says now, what a reader may do
/// (point at something, check a box), and what has been read of it.
///
/// Of two parts that both have to match the lesser counts, of alternatives the greater.
enum Match: UInt8, Comparable {
    /// Never.
    case no
    /// Not now, or nobody can tell.
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
