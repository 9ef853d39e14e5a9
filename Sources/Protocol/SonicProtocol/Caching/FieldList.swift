/// Parses headers whose value is a list (RFC 9110 §5.6.1).
package enum FieldList {
    /// Returns the members of all lines of a header, in order, trimmed, without empty ones; commas within quoted
    /// strings do not separate. An unclosed quoted string ends with its line. Linear.
    package static func members(of lines: [String]) -> [String] {
        lines.flatMap { memberBytes(of: $0).map { Bytes.text($0) } }
    }

    /// Returns the members of one line as bytes.
    static func memberBytes(of line: String) -> [ArraySlice<UInt8>] {
        split(line, at: UInt8(ascii: ",")).map { Bytes.trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Returns the parts of one line between commas, trimmed.
    static func parts(of line: String) -> [String] {
        split(line, at: UInt8(ascii: ",")).map { Bytes.text(Bytes.trimmed($0)) }
    }

    /// Splits a line at `separator`, except within quoted strings.
    static func split(_ line: String, at separator: UInt8) -> [ArraySlice<UInt8>] {
        let bytes = Array(line.utf8)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            // An escaped character neither ends the string nor separates.
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
