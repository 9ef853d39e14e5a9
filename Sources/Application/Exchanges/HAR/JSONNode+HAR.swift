import SonicProtocol

/// The members of HAR's objects, parsed as other programs write them.
extension JSONNode {
    func object(_ name: String) throws(TextProblem) -> JSONNode {
        guard let node = self[name], node.members != nil else {
            throw (self[name] ?? self).problem("Expected “\(name)”, an object.")
        }
        return node
    }

    func text(_ name: String) throws(TextProblem) -> (text: String, node: JSONNode) {
        guard let node = self[name], let text = node.string else {
            throw (self[name] ?? self).problem("Expected “\(name)”, a string.")
        }
        return (text, node)
    }

    func address(_ name: String) throws(TextProblem) -> WebURL {
        let address = try text(name)
        guard let url = WebURL(address.text) else {
            throw address.node.problem("“\(address.text)” is not an absolute address.")
        }
        return url
    }

    /// Returns a status from 100 to 999, also from a string; 0 if there was no response, for which some programs write
    /// a number below 0 if they blocked the request.
    func status(_ name: String) throws(TextProblem) -> Int {
        let node = self[name]
        guard let status = node?.integer ?? node?.string.flatMap({ Int($0) }),
            status <= 0 || (100...999).contains(status)
        else { throw (node ?? self).problem("“\(name)” must be a number from 100 to 999, or 0.") }
        return status
    }

    /// Returns header fields in order. Pseudo-headers of HTTP/2 are skipped; invalid fields are noted.
    func fields(_ name: String, _ notes: inout [TextProblem]) -> Headers {
        guard let list = self[name]?.elements else {
            notes.append((self[name] ?? self).problem("Expected “\(name)”, an array."))
            return Headers()
        }
        var fields: [HeaderField] = []
        for node in list {
            let field = noting(&notes) { () throws(TextProblem) in try node.headerField() }
            guard let field, !field.name.hasPrefix(":") else { continue }
            // Browsers write several Set-Cookie lines as one value with line breaks.
            for line in field.valueBytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                let value = line.last == 0x0D ? line.dropLast() : line
                fields.append(HeaderField(nameBytes: field.nameBytes, valueBytes: value))
            }
        }
        return Headers(fields)
    }

    /// Parses a text of another program without its most deeply nested values, since the parser's depth is limited:
    /// such programs write their own members (`_initiator` with a call stack) of any depth.
    package static func readNested(_ bytes: [UInt8]) -> (node: JSONNode?, problems: [TextProblem]) {
        read(emptied(bytes, below: 32))
    }

    /// Returns the text with the objects and arrays below a level filled with spaces; its lines and columns stay.
    /// Linear, without recursion.
    static func emptied(_ bytes: [UInt8], below levels: Int) -> [UInt8] {
        var depth = 0
        var quote: UInt8?
        var isEscaped = false
        var emptied = bytes
        for index in bytes.indices {
            let byte = bytes[index]
            let isInside = depth > levels
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == open {
                    quote = nil
                }
                if isInside, byte != 0x0A, byte != 0x0D { emptied[index] = 0x20 }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                // The bracket that closes the level stays.
                if depth == levels { continue }
            default: break
            }
            if isInside, byte != 0x0A, byte != 0x0D { emptied[index] = 0x20 }
        }
        return emptied
    }

    /// Returns the bytes of an object with these members; empty if it has no `text`.
    func contentBytes() throws(TextProblem) -> [UInt8] {
        guard let text = self["text"] else { return [] }
        if case .null = text.value { return [] }
        guard let string = text.string else { throw text.problem("“text” is not a string.") }
        guard let encoding = self["encoding"] else { return Array(string.utf8) }
        if case .null = encoding.value { return Array(string.utf8) }
        let name = encoding.string?.lowercased()
        // Some programs write the charset of plain text here.
        if let name, Self.plain.contains(name) { return Array(string.utf8) }
        guard name == "base64" else { throw encoding.problem("The encoding is not “base64”.") }
        guard let bytes = Base64.bytes(Self.digits(string)) else {
            throw text.problem("The content is not valid Base64.")
        }
        return bytes
    }

    private static let plain: Set<String> = ["", "identity", "none", "plain", "text", "utf-8", "utf8"]

    /// Returns the digits of a Base64 text in the standard alphabet, padded: some programs break long lines, use the
    /// URL-safe alphabet, or omit the padding (RFC 4648, sections 3.1, 3.2 and 5).
    private static func digits(_ text: String) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "-"): digits.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): digits.append(UInt8(ascii: "/"))
            default: digits.append(byte)
            }
        }
        while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
        return digits
    }

    /// Returns the header field of an object. If a text does not match the bytes next to it, it was edited, and takes
    /// precedence.
    func headerField() throws(TextProblem) -> HeaderField {
        HeaderField(
            nameBytes: bytes(of: try text("name").text, Headers.nameBytes),
            valueBytes: bytes(of: try text("value").text, Headers.valueBytes))
    }

    private func bytes(of text: String, _ name: String) -> [UInt8] {
        let exact = self[name]?.string.flatMap { Base64.bytes($0.utf8) }
        return exact.flatMap { Bytes.text($0) == text ? $0 : nil } ?? Array(text.utf8)
    }
}
