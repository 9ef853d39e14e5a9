import SonicProtocol

/// The content of a data update, before its encoding as JSON.
public struct UpdateBody: Sendable, Equatable {
    /// A name in braces and its data, in UTF-8.
    public struct Member: Sendable, Equatable {
        /// The name, braces included: ASCII letters, digits, underscores and braces.
        public var name: String
        /// The data.
        var value: [UInt8]
    }

    /// All data of a page, changed or not, in sending order; names are unique.
    var data: [Member] = []
    var templateTag: String
    /// The hash that the merged page must have.
    public var htmlSHA1: String

    /// Returns the JSON of a server with these quirks: its order of members and its escapes. Linear.
    func json(as quirks: Quirks) -> [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(data.reduce(256) { $0 + $1.value.count + $1.value.count / 8 + 16 })
        var separator = "{"
        func name(_ name: String) {
            json += "\(separator)\"\(name)\":".utf8
            separator = ","
        }
        name("data")
        json.append(UInt8(ascii: "{"))
        for (index, member) in data.enumerated() {
            json += "\(index > 0 ? "," : "")\"\(member.name)\":".utf8
            Self.append(member.value, to: &json, quirks)
        }
        json.append(UInt8(ascii: "}"))
        for member in quirks.members {
            name(member)
            let value = ["template-tag": templateTag, "html-sha1": htmlSHA1][member] ?? ""
            Self.append(Array(value.utf8), to: &json, quirks)
        }
        json.append(UInt8(ascii: "}"))
        return json
    }
}

extension UpdateBody {
    /// Creates the update with the title first, then the blocks in page order. Linear in the page.
    ///
    /// - Parameter page: Valid UTF-8, the source of `split`.
    init(of page: [UInt8], _ split: PageSplit, templateTag: String, htmlSHA1: String) {
        self.init(templateTag: templateTag, htmlSHA1: htmlSHA1)
        data.append(Member(name: "{title}", value: split.dataBytes(of: .title, in: page)))
        for index in split.blocks.indices {
            let slot = PageSplit.Slot.block(index)
            data.append(Member(name: split.keys(for: slot)[0], value: split.dataBytes(of: slot, in: page)))
        }
    }

    // JSON strings in the servers' formats.

    /// Appends a string (RFC 8259 §7) with quotes, backslashes and control characters escaped, and the additional
    /// escapes of the server.
    private static func append(_ bytes: [UInt8], to json: inout [UInt8], _ quirks: Quirks) {
        json.append(UInt8(ascii: "\""))
        if let escapes = quirks.escapes {
            appendScalars(bytes, to: &json, escapes, slash: quirks.escapesSlashes ? "\\/" : "/")
        } else {
            appendBytes(bytes, to: &json)
        }
        json.append(UInt8(ascii: "\""))
    }

    private static func appendBytes(_ bytes: [UInt8], to json: inout [UInt8]) {
        var copied = 0
        for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
            json += bytes[copied..<index]
            copied = index + 1
            appendEscape(byte, to: &json)
        }
        json += bytes[copied...]
    }

    private static func appendScalars(
        _ bytes: [UInt8], to json: inout [UInt8], _ escapes: (UInt32) -> Bool, slash: String
    ) {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let value = scalar.value
            if value < 0x20 || value == 0x22 || value == 0x5C {
                appendEscape(UInt8(value), to: &json)
            } else if value == 0x2F {
                json += slash.utf8
            } else if escapes(value) {
                for unit in String(scalar).utf16 { appendUnit(unit, to: &json) }
            } else {
                json += String(scalar).utf8
            }
        }
    }

    private static func appendEscape(_ byte: UInt8, to json: inout [UInt8]) {
        switch byte {
        case 0x0A: json += "\\n".utf8
        case 0x0D: json += "\\r".utf8
        case 0x09: json += "\\t".utf8
        case 0x22, 0x5C: json += [0x5C, byte]
        default: appendUnit(UInt16(byte), to: &json)
        }
    }

    private static func appendUnit(_ unit: UInt16, to json: inout [UInt8]) {
        json += "\\u\(Bytes.hexadecimal([UInt8(unit >> 8), UInt8(unit & 0xFF)]))".utf8
    }
}
