/// The values of a request in the fields listed in a response's Vary (RFC 9111 §4.1).
public enum VaryKey: Hashable, Sendable {
    /// Vary is `*` or invalid: no other request is known to match this response.
    case any
    /// The distinct fields, sorted by name; empty for a response without Vary.
    case fields([Field])

    /// A field of the request.
    public struct Field: Hashable, Sendable {
        /// The name in lower case.
        public let name: String
        /// The normalized value; nil if the request does not have the field, which differs from an empty one.
        public let value: String?

        /// Creates a field.
        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }
}
