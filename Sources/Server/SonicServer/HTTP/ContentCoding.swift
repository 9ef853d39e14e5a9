import CBrotli
import CZlib
import SonicProtocol

/// A content coding that compresses a body (RFC 9110 §8.4.1).
enum ContentCoding: String, Sendable, CaseIterable {
    /// Brotli (RFC 7932).
    case br
    /// gzip (RFC 1952).
    case gzip

    /// Returns the coding that a client prefers, the first of equals, or nil if it prefers none.
    ///
    /// A missing `Accept-Encoding` counts as accepting none, although it would allow any (RFC 9110 §12.5.3). A client
    /// that accepts neither these nor the identity receives the latter anyway.
    static func chosen(by request: Headers, among codings: [ContentCoding]) -> ContentCoding? {
        let accepted = AcceptedCodings(of: request)
        // A name overrides *.
        let others = accepted.thousandths(of: "*") ?? 0
        let plain = accepted.thousandths(of: "identity") ?? others
        var best: (coding: ContentCoding?, thousandths: Int) = (nil, 0)
        for coding in codings {
            let thousandths =
                switch coding {
                case .br: accepted.thousandths(of: "br") ?? others
                case .gzip: accepted.thousandths(of: "gzip", "x-gzip") ?? others
                }
            if thousandths > best.thousandths { best = (coding, thousandths) }
        }
        // The identity is always acceptable, but is preferred only if it has a higher weight.
        return best.thousandths >= plain ? best.coding : nil
    }

    /// The maximum size of a body that is compressed, in bytes: compression blocks all other requests.
    static let longestBody = 1 << 20

    /// Returns the bytes in this coding, or nil if that saves nothing, or they exceed `longestBody`.
    func encoded(_ bytes: [UInt8]) -> [UInt8]? {
        // The overhead exceeds the savings for a few bytes.
        guard bytes.count >= 64, bytes.count <= Self.longestBody else { return nil }
        let encoded =
            switch self {
            case .br: Self.brotli(bytes)
            case .gzip: Self.gzip(bytes)
            }
        return encoded.flatMap { $0.count < bytes.count ? $0 : nil }
    }

    private static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        var count = 0
        // Quality 5 takes as long as gzip's 6 and is a tenth smaller.
        let encoded = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, filled in
            count = room.count
            let isEncoded = BrotliEncoderCompress(
                5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, room.baseAddress)
            filled = isEncoded == BROTLI_TRUE ? count : 0
        }
        return encoded.isEmpty ? nil : encoded
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard sonic_gzip_begin(&stream, 6) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var isComplete = false
        let encoded = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, filled in
            input.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = room.baseAddress
                stream.avail_out = uInt(room.count)
                isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            filled = room.count - Int(stream.avail_out)
        }
        return isComplete ? encoded : nil
    }
}
