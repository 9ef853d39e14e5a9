import SonicProtocol

/// The members of HAR's objects, parsed as other programs write them.
extension JSONNode {
    func object(_ name: String) throws(RecordingMistake) -> JSONNode {
        guard let node = self[name], node.members != nil else {
            throw (self[name] ?? self).mistake("Expected “\(name)”, an object.")
        }
        return node
    }

    func text(_ name: String) throws(RecordingMistake) -> (text: String, node: JSONNode) {
        guard let node = self[name], let text = node.string else {
            throw (self[name] ?? self).mistake("Expected “\(name)”, a string.")
        }
        return (text, node)
    }

    func address(_ name: String) throws(RecordingMistake) -> WebURL {
        let address = try text(name)
        guard let url = WebURL(address.text) else {
            throw address.node.mistake("“\(address.text)” is not an absolute address.")
        }
        return url
    }

    /// Returns a status from 100 to 999, also from a string; 0 if there was no response, for which some programs write
    /// a number below 0 if they blocked the request.
    func status(_ name: String) throws(RecordingMistake) -> Int {
        let node = self[name]
        guard let status = node?.integer ?? node?.string.flatMap({ Int($0) }),
            status <= 0 || (100...999).contains(status)
        else { throw (node ?? self).mistake("“\(name)” must be a number from 100 to 999, or 0.") }
        return status
    }

    /// Returns header fields in order. Pseudo-headers of HTTP/2 are skipped; invalid fields are noted.
    func fields(_ name: String, _ notes: inout [RecordingMistake]) -> Headers {
        guard let list = self[name]?.elements else {
            notes.append((self[name] ?? self).mistake("Expected “\(name)”, an array."))
            return Headers()
        }
        var fields: [HeaderField] = []
        for node in list {
            let field = noting(&notes) { () throws(RecordingMistake) in
                try HeaderRecord.field(node)
            }
            guard let field, !field.name.hasPrefix(":") else { continue }
            // Browsers write several Set-Cookie lines as one value with line breaks.
            for line in field.valueBytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                let value = line.last == 0x0D ? line.dropLast() : line
                fields.append(HeaderField(nameBytes: field.nameBytes, valueBytes: value))
            }
        }
        return Headers(fields)
    }
}
