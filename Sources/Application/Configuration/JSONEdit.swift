import SonicProtocol

/// An object in JSON5 text in which single values are replaced: everything else, including comments, is
/// unchanged. Members are identified by their path from the root object. Each change is linear in the text.
struct JSONEdit {
    private var scalars: [Unicode.Scalar]

    /// Creates an editable text; nil if it cannot be parsed or is not an object, since positions are unreliable
    /// then. A blank text is an empty object.
    init?(_ text: String) {
        let isEmpty = !text.unicodeScalars.contains { $0.value > 0x20 }
        scalars = Array((isEmpty ? "{\n}\n" : text).unicodeScalars)
        guard object() != nil else { return nil }
    }

    /// The current text.
    var text: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

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
                return replace(member.node, with: value)
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
        guard let member = object.members?.first(where: { $0.name == path.last }),
            var start = index(of: member.position), let value = index(of: member.node.position)
        else { return }
        var end = self.end(ofValueAt: value)
        let comma = afterBlanksAndComments(from: end)
        if comma < scalars.count, scalars[comma] == "," {
            scalars.remove(at: comma)
            // A comment between value and comma remains.
        }
        while end < scalars.count, Self.isBlank(scalars[end]) { end += 1 }
        let lineStart = (scalars[..<start].lastIndex { Self.isBreak($0) } ?? -1) + 1
        if lineStart > 0, scalars[lineStart..<start].allSatisfy(Self.isBlank),
            end < scalars.count, Self.isBreak(scalars[end])
        {
            start = lineStart
            end += scalars[end...].starts(with: ["\r", "\n"]) ? 2 : 1
        }
        scalars.removeSubrange(start..<end)
    }

    private func object() -> JSONNode? {
        let (node, problems) = JSONNode.read(Array(text.utf8))
        guard let node, problems.isEmpty, node.members != nil else { return nil }
        return node
    }

    private static func quoted(_ name: String) -> String { JSONValue.string(name).text() }

    /// Returns a value within nested objects of one member each.
    private static func nested(_ literal: String, in names: ArraySlice<String>) -> String {
        names.reversed().reduce(literal) { "{ \(quoted($1)): \($0) }" }
    }

    private mutating func replace(_ node: JSONNode, with literal: String) {
        guard let start = index(of: node.position) else { return }
        scalars.replaceSubrange(start..<end(ofValueAt: start), with: Array(literal.unicodeScalars))
    }

    /// Inserts a member before the others of an object: on a separate line if they are, otherwise next to them.
    private mutating func insert(_ member: String, in object: JSONNode, depth: Int) {
        guard let brace = index(of: object.position) else { return }
        var place = brace + 1
        while place < scalars.count, Self.isBlank(scalars[place]) { place += 1 }
        if scalars[place...].starts(with: ["/", "/"]) { place = end(ofCommentAt: place) }
        if place < scalars.count, Self.isBreak(scalars[place]) {
            let lineBreak = scalars[place] == "\r" ? "\r\n" : "\n"
            let text = lineBreak + indentation(in: object, depth) + member + ","
            scalars.insert(contentsOf: Array(text.unicodeScalars), at: place)
        } else if depth == 1 {
            let text = "\n" + indentation(in: object, depth) + member + ",\n"
            scalars.insert(contentsOf: Array(text.unicodeScalars), at: brace + 1)
        } else {
            let comma = object.members?.isEmpty == false ? "," : " "
            scalars.insert(contentsOf: Array((" " + member + comma).unicodeScalars), at: brace + 1)
        }
    }

    /// Returns the indentation of an object's members, as in its first one if that has a separate line.
    private func indentation(in object: JSONNode, _ depth: Int) -> String {
        let usual = String(repeating: "  ", count: depth)
        guard let first = object.members?.first, let start = index(of: first.position) else { return usual }
        let blanks = scalars[..<start].reversed().prefix(while: Self.isBlank)
        let isAlone = scalars[..<(start - blanks.count)].last.map(Self.isBreak) ?? false
        return isAlone && first.position.line > object.position.line
            ? String(String.UnicodeScalarView(blanks.reversed())) : usual
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        !isBreak(scalar) && scalar.properties.isWhitespace
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

    /// Returns the index of a text position among the scalars; nil beyond the end.
    private func index(of position: TextPosition) -> Int? {
        var (line, column) = (1, 1)
        for (index, scalar) in scalars.enumerated() {
            if line == position.line, column == position.column { return index }
            let isHalf = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if scalar == "\n" || scalar == "\r" && !isHalf {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return nil
    }

    /// Returns the end of a value.
    private func end(ofValueAt start: Int) -> Int {
        var (index, depth) = (start, 0)
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "\"", "'":
                index = end(ofStringAt: index)
                if depth == 0 { return index }
            case "/" where depth == 0: return index
            case "/": index = end(ofCommentAt: index)
            case "{", "[":
                depth += 1
                index += 1
            case "}", "]":
                guard depth > 0 else { return index }
                depth -= 1
                index += 1
                if depth == 0 { return index }
            case _ where depth == 0 && (scalar == "," || scalar.properties.isWhitespace): return index
            case _: index += 1
            }
        }
        return index
    }

    private func end(ofStringAt start: Int) -> Int {
        var index = start + 1
        while index < scalars.count, scalars[index] != scalars[start] {
            index += scalars[index] == "\\" ? 2 : 1
        }
        return min(index + 1, scalars.count)
    }

    private func end(ofCommentAt start: Int) -> Int {
        let isBlock = start + 1 < scalars.count && scalars[start + 1] == "*"
        var index = start + 2
        while index < scalars.count {
            if isBlock, scalars[index] == "/", scalars[index - 1] == "*", index > start + 2 {
                return index + 1
            }
            if !isBlock, Self.isBreak(scalars[index]) { return index }
            index += 1
        }
        return scalars.count
    }

    private func afterBlanksAndComments(from start: Int) -> Int {
        var index = start
        while index < scalars.count {
            if scalars[index] == "/" {
                index = end(ofCommentAt: index)
            } else if scalars[index].properties.isWhitespace {
                index += 1
            } else {
                break
            }
        }
        return index
    }
}
