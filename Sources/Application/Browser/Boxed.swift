/// A value at a place of its own: what holds it stays small, and is copied for little. It is taken out and put back as a
/// whole.
indirect enum Boxed<Value: Sendable>: Sendable {
    case of(Value)

    /// The value.
    var value: Value {
        switch self {
        case .of(let value): value
        }
    }
}
