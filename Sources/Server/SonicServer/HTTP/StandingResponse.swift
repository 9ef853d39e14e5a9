import CMicrohttpd
import SonicProtocol

/// A response as libmicrohttpd sends it, body and fields, made once and sent to any number of requests, some at the
/// same time. It keeps a copy of the body.
final class StandingResponse: Sendable {
    /// The address of libmicrohttpd's response, which counts who uses it.
    private let address: UInt

    /// Makes the response; nil where there is no memory for it.
    init?(_ body: [UInt8], _ headers: Headers) {
        guard let made = Self.make(body) else { return nil }
        Self.add(headers, to: made)
        address = UInt(bitPattern: made)
    }

    deinit { MHD_destroy_response(OpaquePointer(bitPattern: address)) }

    /// Sends it on a connection.
    func queue(status: Int, on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(clamping: status), OpaquePointer(bitPattern: address))
    }

    /// libmicrohttpd's response with a copy of these bytes.
    static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            // Copied by libmicrohttpd before this returns.
            MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    /// Adds fields byte for byte: what another server sent need not be UTF-8.
    static func add(_ headers: Headers, to made: OpaquePointer) {
        for field in headers.fields {
            (field.nameBytes + [0]).withUnsafeBytes { name in
                (field.valueBytes + [0]).withUnsafeBytes { value in
                    _ = MHD_add_response_header(
                        made, name.baseAddress?.assumingMemoryBound(to: CChar.self),
                        value.baseAddress?.assumingMemoryBound(to: CChar.self))
                }
            }
        }
    }
}
