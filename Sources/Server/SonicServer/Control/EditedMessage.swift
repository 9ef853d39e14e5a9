import Exchanges
import SonicProtocol

/// The headers of an edited request or response: a first line and fields.
struct EditedHead {
    let firstLine: String
    /// The fields, without those of the body's framing, which the server sets.
    let headers: Headers

    /// The maximum size of the headers, in bytes.
    static let longest = 64 << 10

    /// Parses headers. Lines end with a line feed, with or without a carriage return.
    init(_ bytes: [UInt8]) throws(ControlFields.Mistake) {
        guard bytes.count <= Self.longest else {
            throw .init(sentence: "The headers are longer than \(Self.longest) bytes.")
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }
        firstLine = Bytes.text(lines.first ?? [])
        var fields: [HeaderField] = []
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw .init(
                    sentence: "A header line has no colon: \(LogText.clipped(Bytes.text(line))).")
            }
            let field = HeaderField(
                nameBytes: line[..<colon], valueBytes: Bytes.trimmed(line[(colon + 1)...]))
            guard field.isWellFormed else {
                throw .init(sentence: "A header cannot be sent: \(LogText.clipped(Bytes.text(line))).")
            }
            fields.append(field)
        }
        headers = Headers(
            fields.filter { field in !["content-length", "transfer-encoding"].contains { field.isNamed($0) } }
        )
    }

    /// Returns the headers with the secrets of the original restored at their masks.
    func unmasked(from original: Headers, _ secrets: Secrets) -> Headers {
        var left = original.fields.filter { secrets.value(of: $0) != $0.value }
        return Headers(
            headers.fields.map { field in
                let place = left.firstIndex {
                    $0.nameBytes.count == field.nameBytes.count && field.isNamed($0.name)
                        && secrets.value(of: $0) == field.value
                }
                return place.map { left.remove(at: $0) } ?? field
            })
    }

    /// Returns headers as they are reported: the first line, the fields, an empty line.
    static func bytes(_ firstLine: String, _ headers: Headers, _ secrets: Secrets) -> [UInt8] {
        HeadMask.head(bytes(firstLine, headers), secrets)
    }

    /// Returns headers as they are sent.
    static func bytes(_ firstLine: String, _ headers: Headers) -> [UInt8] {
        Array("\(firstLine)\r\n".utf8) + headers.fields.flatMap(\.line) + "\r\n".utf8
    }
}

/// A change of an intercepted message.
struct InterceptEdit: Equatable {
    /// The headers; nil to leave them unchanged.
    var head: [UInt8]?
    /// The body; nil to leave it unchanged.
    var body: [UInt8]?
    /// Whether hashes that were correct are recomputed.
    var recomputes = false
}
