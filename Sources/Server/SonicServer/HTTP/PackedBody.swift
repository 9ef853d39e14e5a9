import CZlib

/// The decoding of a body with a content coding (RFC 9110 §8.4.1), for display.
enum PackedBody {
    /// The result of decoding a body.
    enum Result: Equatable {
        /// These bytes.
        case whole([UInt8])
        /// The decoded bytes exceed the limit.
        case tooLong
        /// The body is not valid in this coding.
        case broken
        /// The coding is not supported, or there are several.
        case unknown
    }

    /// Decodes a body in gzip, of one or more members, or deflate. Linear in the body and in the output, which exceeds
    /// the limit by at most one piece.
    static func unpacked(_ body: [UInt8], _ codings: String, limit: Int) -> Result {
        let coding = codings.lowercased()
        if coding == "identity" { return .whole(body) }
        return ["gzip", "x-gzip", "deflate"].contains(coding) ? inflated(body, limit: limit) : .unknown
    }

    private static func inflated(_ body: [UInt8], limit: Int) -> Result {
        var stream = z_stream()
        guard sonic_inflate_begin(&stream, 47) == Z_OK else { return .unknown }
        defer { inflateEnd(&stream) }
        var input = body
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        return input.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = uInt(clamping: source.count)
            while result.count <= limit {
                let before = stream.avail_in
                let status = piece.withUnsafeMutableBufferPointer { room in
                    stream.next_out = room.baseAddress
                    stream.avail_out = uInt(room.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
                let made = piece.count - Int(stream.avail_out)
                result += piece[..<made]
                if status == Z_STREAM_END {
                    // Another member may follow; padding is ignored.
                    guard stream.avail_in > 1, stream.next_in[0] == 0x1F, stream.next_in[1] == 0x8B,
                        inflateReset(&stream) == Z_OK
                    else { return result.count <= limit ? .whole(result) : .tooLong }
                } else if status != Z_OK || (made == 0 && stream.avail_in == before) {
                    return .broken
                }
            }
            return .tooLong
        }
    }
}
