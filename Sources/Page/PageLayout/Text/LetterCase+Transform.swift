import CSS
import CellGrid

extension LetterCase {
    /// The case that a style sheet asks for; nil to leave letters as they are.
    init?(_ transform: TextTransform) {
        switch transform {
        case .none: return nil
        case .uppercase: self = .upper
        case .lowercase: self = .lower
        case .capitalize: self = .capitalized
        }
    }
}
