import SonicProtocol

extension JSONNode {
    /// The kind of the value, for a sentence.
    var kindWords: String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
