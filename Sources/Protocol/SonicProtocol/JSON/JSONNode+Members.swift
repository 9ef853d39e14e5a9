/// The error for a JSON record that does not have the expected form.
public struct UnexpectedJSON: Error, Equatable {
    /// Creates the error.
    public init() {}
}

// Reading our own records: every member has the expected form, or the whole record is invalid.
extension JSONNode {
    /// Parses a text; nil if it contains any mistake. Linear.
    public static func record(_ bytes: [UInt8]) -> JSONNode? {
        let (node, problems) = read(bytes)
        return problems.isEmpty ? node : nil
    }

    /// The number if it is whole, for times and other 64-bit values: exact up to ±2⁵³, beyond that the nearest
    /// `Double`, clamped to the range of `Int64`. Nil for other values.
    public var wholeNumber: Int64? {
        if let integer { return Int64(integer) }
        guard let number, number.isFinite, number.magnitude > 9_007_199_254_740_992 else { return nil }
        guard number.magnitude < 0x1p63 else { return number < 0 ? .min : .max }
        return Int64(number)
    }

    /// Returns the value of an object's member, converted by `kind`.
    /// - Throws: `UnexpectedJSON` if the member is missing or `kind` returns nil.
    public func value<Value>(
        _ name: String, _ kind: (JSONNode) throws(UnexpectedJSON) -> Value?
    ) throws(UnexpectedJSON) -> Value {
        guard let node = self[name], let value = try kind(node) else { throw UnexpectedJSON() }
        return value
    }

    /// Returns the value of a member that may be missing or `null`.
    /// - Throws: `UnexpectedJSON` if the member is present and `kind` returns nil.
    public func optional<Value>(
        _ name: String, _ kind: (JSONNode) throws(UnexpectedJSON) -> Value?
    ) throws(UnexpectedJSON) -> Value? {
        guard let node = self[name], node.value != .null else { return nil }
        guard let value = try kind(node) else { throw UnexpectedJSON() }
        return value
    }

    /// Returns a header value stored as text under `name` or, if the text does not represent all of its bytes, as
    /// Base64 under `bytesName` (`JSONValue.bytes(unlessText:)`).
    package func value(_ name: String, exactly bytesName: String) throws(UnexpectedJSON) -> HeaderValue {
        let text = try value(name, \.string)
        let bytes = try optional(bytesName) { node in node.string.flatMap { Base64.bytes($0.utf8) } }
        return bytes.map { HeaderValue($0) } ?? HeaderValue(text)
    }

    /// Returns a header value that may be missing.
    package func optional(_ name: String, exactly bytesName: String) throws(UnexpectedJSON) -> HeaderValue? {
        guard let node = self[name], node.value != .null else { return nil }
        return try value(name, exactly: bytesName)
    }

    /// Returns the elements of an array member, each converted by `kind`.
    /// - Throws: `UnexpectedJSON` if the member is missing or not an array, or `kind` returns nil for an element.
    public func values<Value>(
        _ name: String, _ kind: (JSONNode) throws(UnexpectedJSON) -> Value?
    ) throws(UnexpectedJSON) -> [Value] {
        var values: [Value] = []
        for element in try value(name, \.elements) {
            guard let value = try kind(element) else { throw UnexpectedJSON() }
            values.append(value)
        }
        return values
    }
}
