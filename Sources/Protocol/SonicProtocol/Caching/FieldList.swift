/// Reading fields whose value is a list (RFC 9110 §5.6.1).
package enum FieldList {
    /// The members of the lines of one field, in order, trimmed, empty ones left out; commas within quoted
    /// strings divide nothing. A quoted string that is never closed ends with its line. Linear.
    package static func members(of lines: [String]) -> [String] {
        lines.flatMap { memberBytes(of: $0).map { Bytes.text($0) } }
    }

    /// The members of one line as bytes.
    static func memberBytes(of line: String) -> [ArraySlice<UInt8>] {
        split(line, at: UInt8(ascii: ",")).map { Bytes.trimmed($0) }.filter { !$0.isEmpty }
    }

    /// The parts of one line between commas, trimmed.
    static func parts(of line: String) -> [String] {
        split(line, at: UInt8(ascii: ",")).map { Bytes.text(Bytes.trimmed($0)) }
    }

    /// The stretches of a line between `separator`, where it stands outside quoted strings.
    static func split(_ line: String, at separator: UInt8) -> [ArraySlice<UInt8>] {
        let bytes = Array(line.utf8)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            // What is escaped neither ends the string nor divides.
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case separator where !isQuoted:
                parts.append(bytes[start..<index])
                start = index + 1
            default: break
            }
            index += 1
        }
        parts.append(bytes[start...])
        return parts
    }
}
