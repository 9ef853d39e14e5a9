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

extension ServerRequest {
    /// The request line as text.
    var firstLine: String { "\(method) \(target) HTTP/1.1" }

    /// Returns the edited request.
    func edited(_ edit: InterceptEdit, _ secrets: Secrets) throws(ControlFields.Mistake) -> ServerRequest {
        var method = method
        var target = targetBytes
        var fields = headers
        if let bytes = edit.head {
            let head = try EditedHead(bytes)
            fields = head.unmasked(from: headers, secrets)
            if head.firstLine != secrets.text(firstLine) {
                let words = head.firstLine.split(separator: " ", omittingEmptySubsequences: false)
                guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[0].isEmpty,
                    HeaderField(String(words[0]), "").isWellFormed,
                    !words[1].isEmpty, words[1].utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
                else { throw .init(sentence: "The first line must be METHOD TARGET HTTP/1.1.") }
                (method, target) = (String(words[0]), Array(words[1].utf8))
            }
        }
        let body = edit.body ?? body
        for name in ["Content-Length", "Transfer-Encoding"] { fields.remove(name) }
        if !body.isEmpty || !["GET", "HEAD"].contains(method) {
            fields.append("Content-Length", String(body.count))
        }
        let request = ServerRequest(
            method: method, targetBytes: target, headers: fields, body: body, client: client)
        if let objection = request.objection(version: "HTTP/1.1") {
            throw .init(sentence: objection)
        }
        return request
    }
}

extension ServerResponse {
    /// The status line as text.
    var firstLine: String { "HTTP/1.1 \(status)" }

    /// Returns the edited response; the body is sent as given, without a coding.
    ///
    /// - Parameter body: The original's body without its codings.
    func edited(
        _ edit: InterceptEdit, body: [UInt8], _ secrets: Secrets
    ) throws(ControlFields.Mistake) -> ServerResponse {
        var edited = ServerResponse(status: status, headers: headers, body: .bytes(edit.body ?? body))
        if let bytes = edit.head {
            let head = try EditedHead(bytes)
            let words = head.firstLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
                (200...599).contains(status)
            else { throw .init(sentence: "The first line must be HTTP/1.1 STATUS, from 200 to 599.") }
            edited.status = status
            edited.headers = head.unmasked(from: headers, secrets)
        }
        for name in ["Connection", "Date"] { edited.headers.remove(name) }
        edited.notes = notes
        edited.faults = faults
        return edited
    }
}
