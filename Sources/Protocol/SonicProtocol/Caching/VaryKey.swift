/// What a request had in the fields that a response's Vary names (RFC 9111 §4.1).
public enum VaryKey: Hashable, Sendable {
    /// Vary is `*`, or cannot be read: no request but its own is known to lead to this response.
    case any
    /// The named fields, sorted by name, each once; empty for a response without Vary.
    case fields([Field])

    /// A field of the request.
    public struct Field: Hashable, Sendable {
        /// The name in lower case.
        public let name: String
        /// The value with what carries no meaning taken out; nil when the request did not have the field, which
        /// is not the same as an empty one.
        public let value: String?

        /// A field of these parts.
        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }
}
