/// The frames of RFC 9113 that servers in tests send.
enum HTTP2 {
    static let settings = frame(type: 4, flags: 0, stream: 0, [])

    /// A complete response on the first stream: status 200, the fields, the body.
    static func answer(_ fields: [(String, String)], body: [UInt8]) -> [UInt8] {
        head(fields) + data(body, flags: endStream)
    }

    static let endStream: UInt8 = 1

    /// The headers of a response with status 200 and the fields, in one frame.
    static func head(_ fields: [(String, String)] = [], stream: UInt8 = 1, flags: UInt8 = 0) -> [UInt8] {
        // RFC 7541: 0x88 is `:status 200`; a zero begins a field with a literal name and value.
        let block = fields.reduce(into: [UInt8(0x88)]) { block, field in
            block += [0, UInt8(field.0.utf8.count)] + Array(field.0.utf8)
            block += [UInt8(field.1.utf8.count)] + Array(field.1.utf8)
        }
        return frame(type: 1, flags: 4 | flags, stream: stream, block)
    }

    /// A piece of a body.
    static func data(_ body: [UInt8], stream: UInt8 = 1, flags: UInt8 = 0) -> [UInt8] {
        frame(type: 0, flags: flags, stream: stream, body)
    }

    /// Fields after a body, which end their stream.
    static let trailers = frame(type: 1, flags: 5, stream: 1, [0, 1, 0x61, 1, 0x62])

    /// The headers of an interim response: `:status 103`.
    static let interim = frame(type: 1, flags: 4, stream: 1, [0x08, 3, 0x31, 0x30, 0x33])

    /// RST_STREAM with an error code, which may be NO_ERROR.
    static func reset(_ error: UInt8, stream: UInt8 = 1) -> [UInt8] {
        frame(type: 3, flags: 0, stream: stream, [0, 0, 0, error])
    }

    /// GOAWAY with the last stream that was processed.
    static func goAway(last: UInt8, error: UInt8 = 0) -> [UInt8] {
        frame(type: 7, flags: 0, stream: 0, [0, 0, 0, last, 0, 0, 0, error])
    }

    /// Whether these bytes have the client's preface and the headers of its first request.
    static func hasRequest(_ bytes: [UInt8]) -> Bool {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        guard let start = bytes.firstRange(of: preface) else { return false }
        var rest = bytes[start.upperBound...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard rest.count >= 9 + length else { return false }
            if head[3] == 1 { return true }
            rest = rest.dropFirst(9 + length)
        }
        return false
    }

    /// Whether these bytes have the headers of a later request, on this stream.
    static func hasRequest(_ bytes: [UInt8], stream: UInt8) -> Bool {
        // Without and with a priority (RFC 9113 §6.2).
        [UInt8(5), 0x25].contains { bytes.firstRange(of: [1, $0, 0, 0, 0, stream]) != nil }
    }

    static func frame(type: UInt8, flags: UInt8, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream] + payload
    }
}
