import CSS

extension Specified {
    /// Returns the resulting value for an element whose value would otherwise be `own`.
    func value(_ own: Value, parent: Value, initial: Value) -> Value {
        switch self {
        case .missing: own
        case .inherited: parent
        case .initial: initial
        case .set(let value): value
        }
    }

    /// Returns the same specification with its value converted.
    func map<Other: Sendable>(_ change: (Value) -> Other) -> Specified<Other> {
        switch self {
        case .missing: .missing
        case .inherited: .inherited
        case .initial: .initial
        case .set(let value): .set(change(value))
        }
    }
}
