import SonicProtocol

/// The JSON body of a data update.
enum UpdateBody {
    /// All data of a page, changed or not, the title first, then the blocks in page order. Linear in the page.
    ///
    /// - Parameter page: Valid UTF-8; of it `split` was made.
    static func json(of page: [UInt8], _ split: PageSplit, templateTag: String, htmlSHA1: String) -> [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(page.count + page.count / 8 + 256)
        json += #"{"data":{"{title}":"#.utf8
        append(split.dataBytes(of: .title, in: page), to: &json)
        for index in split.blocks.indices {
            // A block's name is ASCII letters, digits and underscores: nothing to escape.
            json += ",\"\(split.keys(for: .block(index))[0])\":".utf8
            append(split.dataBytes(of: .block(index), in: page), to: &json)
        }
        json += "},\"template-tag\":\"\(templateTag)\",\"html-sha1\":\"\(htmlSHA1)\",\"diff\":\"\"}".utf8
        return json
    }

    /// Appends a JSON string (RFC 8259 §7): quotes, backslashes and control characters escaped, all else as it is.
    private static func append(_ bytes: [UInt8], to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        var copied = 0
        for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
            json += bytes[copied..<index]
            copied = index + 1
            switch byte {
            case 0x0A: json += "\\n".utf8
            case 0x0D: json += "\\r".utf8
            case 0x09: json += "\\t".utf8
            case 0x22, 0x5C: json += [0x5C, byte]
            default: json += "\\u00\(Bytes.hexadecimal([byte]))".utf8
            }
        }
        json += bytes[copied...]
        json.append(UInt8(ascii: "\""))
    }
}
