import CurlSockets
import Exchanges
import SonicProtocol

/// An exchange that has ended, with everything recorded about it.
struct ServedExchange: Sendable {
    /// The number of the exchange, counted from 1.
    let id: Int
    let record: RequestRecord
    let exchange: RecordedExchange

    /// The maximum size of a decoded body, in bytes.
    static let unpackedLimit = 4 << 20

    /// The approximate memory size in bytes.
    var size: Int {
        let fields = exchange.head.headers.fields + (exchange.response?.headers.fields ?? [])
        return fields.reduce(512) { $0 + $1.nameBytes.count + $1.valueBytes.count + 32 }
            + exchange.head.targetBytes.count + exchange.requestBody.bytes.count
            + exchange.responseBody.bytes.count + (exchange.unpackedPage?.count ?? 0)
    }

    /// The exchange as a HAR entry. Linear in the bytes of the bodies and of the decoded ones.
    var entry: ServedEntry {
        let head = exchange.head
        let request: ServedEntry.Request = (
            client: head.client, method: head.method, url: Self.address(of: head), version: exchange.version,
            headers: head.headers, body: Self.body(exchange.requestBody)
        )
        let response = exchange.response.map { response -> ServedEntry.Response in
            (
                status: response.status, headers: response.headers,
                body: content(response.headers), bytesSent: record.bytes
            )
        }
        var entry = ServedEntry(request, response)
        entry.id = id
        entry.began = record.begun
        entry.waited = exchange.response?.waited ?? record.duration
        entry.received = max(.zero, record.duration - entry.waited)
        entry.outcome = record.outcome.rawValue
        entry.isCutOff = record.outcome == .lost && response != nil
        entry.plainBytes = record.plainBytes
        entry.faults = record.faults.map(\.rawValue)
        entry.notes = record.notes
        return entry
    }

    /// Returns the absolute address of a request. Bytes of its target that are not ASCII are percent-encoded.
    static func address(of head: ServerRequest) -> String {
        let target = head.targetBytes.map { byte in
            byte > 0x20 && byte < 0x7F
                ? String(UnicodeScalar(byte)) : "%" + Bytes.hexadecimal([byte]).uppercased()
        }.joined()
        if target.hasPrefix("http://") || target.hasPrefix("https://") { return target }
        // The target of a CONNECT is a host and a port (RFC 9112 §3.2.3).
        if head.method == "CONNECT", ServerRequest.isAuthority(head.targetBytes) {
            return "\(head.scheme)://\(target)/"
        }
        let host = head.headers.first("host").flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        return "\(head.scheme)://\(host)\(target.hasPrefix("/") ? "" : "/")\(target)"
    }

    private static func body(_ body: RecordedExchange.Body) -> ServedEntry.Body {
        guard body.unseen == 0 else {
            return .missing(size: body.count, comment: "the system sent the file; its bytes are not recorded")
        }
        guard body.count == body.bytes.count else {
            let limit = RecordedExchange.bodyLimit
            return .missing(
                size: body.count, comment: "bodies of more than \(limit) bytes are not recorded")
        }
        return .bytes(body.bytes)
    }

    /// Returns the response's body without its codings.
    private func content(_ headers: Headers) -> ServedEntry.Body {
        let body = Self.body(exchange.responseBody)
        let codings = headers.all("content-encoding").joined(separator: ", ")
        guard case .bytes(let bytes) = body, !bytes.isEmpty, !codings.isEmpty else { return body }
        do throws(UnpackingFailure) {
            if let unpacked = try Self.unpacked(bytes, headers) { return .bytes(unpacked) }
        } catch {
            switch error {
            case .broken: return .packed(bytes, comment: "the body does not match Content-Encoding")
            case .tooLarge:
                let limit = Self.unpackedLimit
                return .missing(
                    size: nil, comment: "the body of \(bytes.count) bytes decodes to more than \(limit) bytes"
                )
            }
        }
        // The page before compression is still known.
        if codings == ContentCoding.br.rawValue, let page = exchange.unpackedPage, record.faults.isEmpty {
            return .bytes(page)
        }
        return .packed(bytes, comment: "the body is compressed (\(codings)) and was not decoded")
    }

    /// Returns a body without the codings that its headers name; nil for others than those of zlib.
    static func unpacked(
        _ body: [UInt8], _ headers: Headers, limit: Int = unpackedLimit
    ) throws(UnpackingFailure) -> [UInt8]? {
        let codings = BodyCodings(headers)
        guard codings.unknown.isEmpty, Set(codings.known).isSubset(of: [.gzip, .deflate]) else { return nil }
        return try Unpacker.unpack(body, codings.known, limit: limit)
    }
}
