/// Serializes a form's entries, in the encoding of the form. Every method is linear.
public enum FormBody {
    /// Returns the entries as `application/x-www-form-urlencoded` (URL standard §5.2).
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

    /// Returns the entries as `multipart/form-data` (RFC 7578, with names escaped as in the HTML standard §4.10.22.8).
    /// Without entries, only the closing delimiter is written. Files are referenced, not read.
    /// - Parameters:
    ///   - entries: The entries, in the order of the form.
    ///   - boundary: The boundary between the parts; the caller ensures that no entry contains it.
    ///   - encoding: The encoding of names and values.
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
                // Line ends in a file name are not normalized.
                appendQuoted(encoding.bytes(of: file.name), to: &bytes)
                bytes += Array("\"\r\nContent-Type: \(file.type)\r\n\r\n".utf8)
                end(with: .file(file, of: entry.name))
            case .noFile:
                bytes += Array("; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n".utf8)
            }
        }
        return RequestBody(pieces: pieces + [.bytes(bytes + Array("--\(boundary)--\r\n".utf8))])
    }

    /// Returns the entries as `multipart/form-data`, and its Content-Type. No part contains the boundary: no text
    /// contains its own SHA-1, and no file the SHA-1 of a random number that was drawn when the file was chosen.
    public static func multipart(
        _ entries: [FormEntry], hashes: Hashes, in encoding: OutputEncoding = .utf8
    ) -> (body: RequestBody, type: String) {
        let files = entries.compactMap { if case .file(let file) = $0.value { file } else { nil } }
        let nonces = files.map { "\($0.nonce)" }.joined(separator: " ")
        let boundary = "----sonic" + hashes.sha1(plainText(entries) + Array(nonces.utf8))
        let body = multipart(entries, boundary: boundary, in: encoding)
        return (body, "multipart/form-data; boundary=" + boundary)
    }

    /// Returns the entries as `text/plain`. Nothing is escaped, so the result cannot be parsed (HTML standard
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

    /// Returns the text in the encoding, with every line end normalized to CRLF.
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

    /// Appends the text with line ends as CRLF, spaces as `+`, and every byte of the standard's percent-encode set as
    /// `%XX`.
    private static func appendEncoded(_ text: String, _ encoding: OutputEncoding, to bytes: inout [UInt8]) {
        for byte in normalized(text, encoding) {
            switch byte {
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            default: PercentEncodeSet.append(byte, to: &bytes)
            }
        }
    }

    /// Appends a name that is written in quotes. Line ends and quotes are escaped because they would end the parameter.
    private static func appendQuoted(_ name: [UInt8], to bytes: inout [UInt8]) {
        for byte in name {
            switch byte {
            case 0x0A, 0x0D, UInt8(ascii: "\""): PercentEncodeSet.append(byte, to: &bytes)
            default: bytes.append(byte)
            }
        }
    }
}

/// An entry of a form's entry list (HTML standard §4.10.22.4).
public struct FormEntry: Hashable, Sendable {
    /// The value of an entry.
    public enum Value: Hashable, Sendable {
        /// Text, with its line ends as typed.
        case text(String)
        /// A chosen file.
        case file(SentFile)
        /// A file field without a file, sent as a file with an empty name and no content.
        case noFile
    }

    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: Value

    /// Creates an entry with a text.
    public init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    /// Creates an entry with a file.
    public init(_ name: String, _ file: SentFile) {
        self.name = name
        value = .file(file)
    }

    /// Creates the entry of a file field for which no file was chosen.
    public init(withoutFile name: String) {
        self.name = name
        value = .noFile
    }

    /// The value as text: a file's name, and empty for a field without a file.
    var text: String {
        switch value {
        case .text(let text): text
        case .file(let file): file.name
        case .noFile: ""
        }
    }
}
