import CZlib

/// A body that was packed for its way (RFC 9110 §8.4.1), to be read by who watches.
enum PackedBody {
    /// What a body unpacks to.
    enum Result: Equatable {
        /// These bytes.
        case whole([UInt8])
        /// More bytes than are wanted.
        case tooLong
        /// Nothing: the body is not in this coding.
        case broken
        /// Nobody here knows: the coding is another one, or one of several.
        case unknown
    }

    /// What a body in gzip, of one member or several, or deflate unpacks to. Linear in the body and in what comes out, of
    /// which there is at most one piece more than the limit.
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
                    // Another member may follow; padding does not count.
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
