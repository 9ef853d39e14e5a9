/// A form's entries as bytes, in the encoding of the form. All of it is linear.
public enum FormBody {
    /// The entries as `application/x-www-form-urlencoded` (URL standard §5.2).
    public static func urlEncoded(_ entries: [FormEntry], in encoding: OutputEncoding = .utf8) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            appendEncoded(entry.name, encoding, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            appendEncoded(entry.text, encoding, to: &bytes)
        }
        return bytes
    }

    /// The entries as `multipart/form-data` (RFC 7578, with the names escaped as the HTML standard
    /// §4.10.22.8 says), with `boundary` between the parts; the caller sees to it that no entry holds it. No
    /// entries give the closing line alone. Files are named, not read.
    public static func multipart(
        _ entries: [FormEntry], boundary: String, in encoding: OutputEncoding = .utf8
    ) -> RequestBody {
        var pieces: [RequestBody.Piece] = []
        var bytes: [UInt8] = []
        func end(with piece: RequestBody.Piece) {
            pieces += [.bytes(bytes), piece]
            bytes = Array("\r\n".utf8)
        }
        for entry in entries {
            bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
            appendQuoted(normalized(entry.name, encoding), to: &bytes)
            bytes.append(UInt8(ascii: "\""))
            switch entry.value {
            case .text(let text):
                bytes += Array("\r\n\r\n".utf8)
                end(with: .value(normalized(text, encoding), of: entry.name))
            case .file(let file):
                bytes += Array("; filename=\"".utf8)
                // Line ends of a file's name stay what they are.
                appendQuoted(encoding.bytes(of: file.name), to: &bytes)
                bytes += Array("\"\r\nContent-Type: \(file.type)\r\n\r\n".utf8)
                end(with: .file(file, of: entry.name))
            case .noFile:
                bytes += Array("; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n".utf8)
            }
        }
        return RequestBody(pieces: pieces + [.bytes(bytes + Array("--\(boundary)--\r\n".utf8))])
    }

    /// A line for between the parts that none of them holds: no text holds the digest of itself, and no file that of a
    /// number which was drawn when it was chosen.
    public static func boundary(_ entries: [FormEntry], hashes: Hashes) -> String {
        let files = entries.compactMap { if case .file(let file) = $0.value { file } else { nil } }
        let nonces = files.map { "\($0.nonce)" }.joined(separator: " ")
        return "----sonic" + hashes.sha1(plainText(entries) + Array(nonces.utf8))
    }

    /// The entries as `text/plain`: nothing is escaped, so this cannot be read back (HTML standard
    /// §4.10.22.9).
    public static func plainText(_ entries: [FormEntry], in encoding: OutputEncoding = .utf8) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += normalized(entry.name, encoding)
            bytes.append(UInt8(ascii: "="))
            bytes += normalized(entry.text, encoding)
            bytes += Array("\r\n".utf8)
        }
        return bytes
    }

    /// The text in the encoding with CRLF for each line end, however it was written.
    static func normalized(_ text: String, _ encoding: OutputEncoding = .utf8) -> [UInt8] {
        encoding.bytes(of: normalized(text))
    }

    private static func normalized(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0D: bytes += [0x0D, 0x0A]
            case 0x0A: if last != 0x0D { bytes += [0x0D, 0x0A] }
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Line ends become CRLF, blanks `+`, and what the standard's set names `%XX`.
    private static func appendEncoded(_ text: String, _ encoding: OutputEncoding, to bytes: inout [UInt8]) {
        for byte in normalized(text, encoding) {
            switch byte {
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            default: appendPercent(byte, to: &bytes)
            }
        }
    }

    /// A name within quotes: line ends and quotes would end the header.
    private static func appendQuoted(_ name: [UInt8], to bytes: inout [UInt8]) {
        for byte in name {
            switch byte {
            case 0x0A, 0x0D, UInt8(ascii: "\""): appendPercent(byte, to: &bytes)
            default: bytes.append(byte)
            }
        }
    }

    private static func appendPercent(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = StaticString("0123456789ABCDEF").utf8Start
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

extension WebURL {
    /// The same URL with another query: what a form sends by GET. Its fragment stays.
    /// - Parameter query: ASCII as `FormBody.urlEncoded` writes it.
    public func withQuery(_ query: [UInt8]) -> WebURL {
        var encoded: [UInt8] = []
        PercentEncodeSet.specialQuery.encode(query, into: &encoded)
        return with { $0.query = String(decoding: encoded, as: UTF8.self) }
    }
}
