import SonicProtocol

/// The names and values in a request to the control interface, as JSON or as a form.
struct ControlFields {
    private var values: [String: String] = [:]

    /// The reason why a request to the control interface is refused, in a sentence.
    struct Mistake: Error, Equatable {
        let sentence: String
    }

    /// Parses a body: an object of strings, integers and Booleans, or a form. `null` and empty values count as missing.
    init(_ body: [UInt8], knowing names: Set<String>) throws(Mistake) {
        if Bytes.trimmed(body).first == UInt8(ascii: "{") {
            guard let members = JSONNode.record(body)?.members else {
                throw Mistake(sentence: "The body is not a JSON object.")
            }
            for member in members { try set(member.name, try Self.text(member), names) }
        } else {
            for field in FormFields(body).fields { try set(field.name, field.value, names) }
        }
    }

    /// The value of a name; nil for none.
    subscript(name: String) -> String? { values[name] }

    /// Returns the number of a name, or nil for none.
    func number(_ name: String) throws(Mistake) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text) else {
            throw Mistake(sentence: "\(name) must be a number, not \(LogText.clipped(text)).")
        }
        return number
    }

    /// Returns the Base64-decoded bytes of a name, or nil for none.
    func bytes(_ name: String) throws(Mistake) -> [UInt8]? {
        guard let text = values[name] else { return nil }
        guard let bytes = Base64.bytes(text.utf8) else {
            throw Mistake(sentence: "\(name) is not valid Base64.")
        }
        return bytes
    }

    private mutating func set(_ name: String, _ value: String?, _ names: Set<String>) throws(Mistake) {
        guard names.contains(name) else {
            let known = names.sorted().joined(separator: ", ")
            throw Mistake(sentence: "Unknown member \(LogText.clipped(name)); use \(known).")
        }
        guard values[name] == nil else { throw Mistake(sentence: "Duplicate member \(name).") }
        // An empty body or file counts as a value.
        if let value, !value.isEmpty || ["body", "content"].contains(name) { values[name] = value }
    }

    private static func text(_ member: JSONNode.Member) throws(Mistake) -> String? {
        if let text = member.node.string { return text }
        if let number = member.node.integer { return String(number) }
        if let truth = member.node.bool { return truth ? "true" : "false" }
        if case .null = member.node.value { return nil }
        throw Mistake(sentence: "\(LogText.clipped(member.name)) must be a string or a number.")
    }
}
