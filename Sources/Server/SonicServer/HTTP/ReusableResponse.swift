import CMicrohttpd
import SonicProtocol

/// A libmicrohttpd response with body and fields, created once and sent to any number of requests, possibly
/// concurrently. It contains a copy of the body.
final class ReusableResponse: Sendable {
    /// The address of libmicrohttpd's response, which is reference-counted.
    private let address: UInt

    /// Creates the response; nil if there is no memory.
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

    /// Creates libmicrohttpd's response with a copy of these bytes.
    static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            // libmicrohttpd copies them before this returns.
            MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    /// Adds fields byte for byte: those of another server need not be UTF-8.
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
