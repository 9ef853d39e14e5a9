/// A record in JSON is not of the form that its reader knows.
public struct UnexpectedJSON: Error, Equatable {
    /// Such a failure.
    public init() {}
}

// Reading a record of ours: a member is what its reader wants, or the record is none.
extension JSONNode {
    /// The value of a text in which nothing is wrong; nil for every other text. Linear.
    public static func record(_ bytes: [UInt8]) -> JSONNode? {
        let (node, problems) = read(bytes)
        return problems.isEmpty ? node : nil
    }

    /// The number when it is a whole one, for times and what else has 64 bits: exact up to 2⁵³ from zero, beyond that
    /// the nearest that a `Double` holds. So what is written at the ends of the range is read as such. Nil for other
    /// values.
    public var wholeNumber: Int64? {
        if let integer { return Int64(integer) }
        guard let number, number.isFinite, number.magnitude > 9_007_199_254_740_992 else { return nil }
        guard number.magnitude < 0x1p63 else { return number < 0 ? .min : .max }
        return Int64(number)
    }

    /// What an object holds under a name, as `kind` reads it.
    public func value<Value>(
        _ name: String, _ kind: (JSONNode) throws(UnexpectedJSON) -> Value?
    ) throws(UnexpectedJSON) -> Value {
        guard let node = self[name], let value = try kind(node) else { throw UnexpectedJSON() }
        return value
    }

    /// The same for a member that may be missing or `null`.
    public func optional<Value>(
        _ name: String, _ kind: (JSONNode) throws(UnexpectedJSON) -> Value?
    ) throws(UnexpectedJSON) -> Value? {
        guard let node = self[name], node.value != .null else { return nil }
        guard let value = try kind(node) else { throw UnexpectedJSON() }
        return value
    }

    /// The value of a header that stands under a name as text, and where that does not say all of its bytes under
    /// another as Base64 (`JSONValue.bytes(unlessText:)`).
    package func value(_ name: String, exactly bytesName: String) throws(UnexpectedJSON) -> HeaderValue {
        let text = try value(name, \.string)
        let bytes = try optional(bytesName) { node in node.string.flatMap { Base64.bytes($0.utf8) } }
        return bytes.map { HeaderValue($0) } ?? HeaderValue(text)
    }

    /// The same for a value that may be missing.
    package func optional(_ name: String, exactly bytesName: String) throws(UnexpectedJSON) -> HeaderValue? {
        guard let node = self[name], node.value != .null else { return nil }
        return try value(name, exactly: bytesName)
    }

    /// The elements of an array under a name, each as `kind` reads it.
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

extension JSONValue {
    /// An object without the members that are `null`.
    public static func record(_ members: [Member]) -> JSONValue {
        .object(members.filter { $0.value != .null })
    }

    /// The bytes of a header's value as Base64, or `null` where its text says all of them.
    package static func bytes(unlessText value: HeaderValue?) -> JSONValue {
        guard let value, value.exactText == nil else { return .null }
        return .string(Base64.text(value.bytes))
    }

    /// A whole number, or `null` for none.
    public static func integer(orNull number: (some BinaryInteger)?) -> JSONValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
}
