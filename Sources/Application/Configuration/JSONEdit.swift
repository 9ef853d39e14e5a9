import SonicProtocol

/// An object in JSON5 text in which single values are replaced: everything else, including comments, is
/// unchanged. Members are identified by their path from the root object. Each change is linear in the text.
struct JSONEdit {
    private var bytes: [UInt8]

    /// Creates an editable text; nil if it cannot be parsed or is not an object, since positions are unreliable
    /// then. A blank text is an empty object.
    init?(_ text: String) {
        let isEmpty = !text.unicodeScalars.contains { $0.value > 0x20 }
        bytes = Array((isEmpty ? "{\n}\n" : text).utf8)
        guard object() != nil else { return nil }
    }

    /// The current text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Sets a member to a literal; a missing one is inserted first in its object, and missing objects around it
    /// are created.
    mutating func set(_ path: [String], to literal: String) {
        guard var object = object(), !path.isEmpty else { return }
        for (depth, name) in path.enumerated() {
            let value = Self.nested(literal, in: path[(depth + 1)...])
            guard let member = object.members?.first(where: { $0.name == name }) else {
                return insert(Self.quoted(name) + ": " + value, in: object, depth: depth + 1)
            }
            if depth + 1 < path.count, member.node.members != nil {
                object = member.node
            } else {
                return bytes.replaceSubrange(member.node.range, with: value.utf8)
            }
        }
    }

    /// Removes a member with its comma, and its line if nothing else is on it; a missing member changes nothing.
    mutating func remove(_ path: [String]) {
        guard var object = object() else { return }
        for name in path.dropLast() {
            guard let node = object.members?.first(where: { $0.name == name })?.node else { return }
            object = node
        }
        guard let member = object.members?.first(where: { $0.name == path.last }) else { return }
        var (start, end) = (member.start, member.node.range.upperBound)
        let next = afterBlanksAndComments(from: end)
        // A comment between value and comma remains.
        if next < bytes.count, bytes[next] == UInt8(ascii: ",") { bytes.remove(at: next) }
        while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
        let lineStart = (bytes[..<start].lastIndex(where: Self.isBreak) ?? -1) + 1
        if lineStart > 0, bytes[lineStart..<start].allSatisfy(Self.isBlank), end < bytes.count,
            Self.isBreak(bytes[end])
        {
            start = lineStart
            end += bytes[end...].starts(with: "\r\n".utf8) ? 2 : 1
        }
        bytes.removeSubrange(start..<end)
    }

    private func object() -> JSONNode? {
        let (node, problems) = JSONNode.read(bytes)
        guard let node, problems.isEmpty, node.members != nil else { return nil }
        return node
    }

    private static func quoted(_ name: String) -> String { JSONValue.string(name).text() }

    /// Returns a value within nested objects of one member each.
    private static func nested(_ literal: String, in names: ArraySlice<String>) -> String {
        names.reversed().reduce(literal) { "{ \(quoted($1)): \($0) }" }
    }

    /// Inserts a member before the others of an object: on a separate line if they are, otherwise next to them.
    private mutating func insert(_ member: String, in object: JSONNode, depth: Int) {
        var place = object.range.lowerBound + 1
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
        if bytes[place...].starts(with: "//".utf8) { place = end(ofCommentAt: place) }
        if place < bytes.count, Self.isBreak(bytes[place]) {
            let lineBreak = bytes[place] == 0x0D ? "\r\n" : "\n"
            let text = lineBreak + indentation(in: object, depth) + member + ","
            bytes.insert(contentsOf: text.utf8, at: place)
        } else {
            let comma = object.members?.isEmpty == false ? "," : " "
            let text =
                depth == 1 ? "\n" + indentation(in: object, depth) + member + ",\n" : " " + member + comma
            bytes.insert(contentsOf: text.utf8, at: object.range.lowerBound + 1)
        }
    }

    /// Returns the indentation of an object's members, as in its first one if that has a separate line.
    private func indentation(in object: JSONNode, _ depth: Int) -> String {
        let usual = String(repeating: "  ", count: depth)
        guard let first = object.members?.first else { return usual }
        let blanks = bytes[..<first.start].reversed().prefix(while: Self.isBlank)
        let isAlone = bytes[..<(first.start - blanks.count)].last.map(Self.isBreak) ?? false
        return isAlone && first.position.line > object.position.line
            ? String(decoding: blanks.reversed(), as: UTF8.self) : usual
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0B, 0x0C].contains(byte) }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func end(ofCommentAt start: Int) -> Int {
        guard bytes[start...].starts(with: "/*".utf8) else {
            return bytes[start...].firstIndex(where: Self.isBreak) ?? bytes.count
        }
        return bytes[(start + 2)...].firstRange(of: "*/".utf8)?.upperBound ?? bytes.count
    }

    /// Returns the index of the comma or bracket after a value: only blanks and comments are between.
    private func afterBlanksAndComments(from start: Int) -> Int {
        var index = start
        while index < bytes.count, !",}".utf8.contains(bytes[index]) {
            index = bytes[index] == UInt8(ascii: "/") ? end(ofCommentAt: index) : index + 1
        }
        return index
    }
}
