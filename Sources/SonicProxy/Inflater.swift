import CZlib

/// Undoes gzip and deflate (RFC 9110 §8.4.1) for servers that compress whatever they are asked for.
enum Inflater {
    /// Why a body cannot be unpacked.
    enum Failure: Error, Equatable {
        /// It is not what its coding says, a part of it, or more than it.
        case damaged
        /// It unpacks to more bytes than allowed, or is longer than can be counted.
        case tooLarge
    }

    /// The page in a body. Linear in the body and in what comes out, which is bounded.
    ///
    /// - Parameter coding: gzip, deflate, or nil and identity for a body that is the page already.
    static func page(_ body: [UInt8], coding: String?, limit: Int) throws(Failure) -> [UInt8] {
        guard let coding = coding?.lowercased(), !["", "identity"].contains(coding) else { return body }
        do throws(Failure) {
            return try inflate(body, windowBits: 47, limit: limit)
        } catch {
            // Some servers send bare deflate where the standard wants zlib's frame around it.
            guard coding == "deflate", error == .damaged else { throw error }
            return try inflate(body, windowBits: -15, limit: limit)
        }
    }

    private static func inflate(
        _ body: [UInt8], windowBits: Int32, limit: Int
    ) throws(Failure) -> [UInt8] {
        // zlib counts no further.
        guard let length = uInt(exactly: body.count) else { throw .tooLarge }
        var stream = z_stream()
        guard sonic_inflate_begin(&stream, windowBits) == Z_OK else { throw .damaged }
        defer { inflateEnd(&stream) }
        var page: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var status = Z_OK
        var input = body
        input.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = length
            while status == Z_OK, page.count <= limit {
                let produced = buffer.withUnsafeMutableBufferPointer { room in
                    stream.next_out = room.baseAddress
                    stream.avail_out = uInt(room.count)
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return room.count - Int(stream.avail_out)
                }
                page += buffer[..<produced]
                // A gzip body is one member or several, which zlib reads one at a time (RFC 1952 §2.2).
                if status == Z_STREAM_END, isMember(body), isMember(body.suffix(Int(stream.avail_in))) {
                    status = inflateReset(&stream)
                }
            }
        }
        guard page.count <= limit else { throw .tooLarge }
        let rest = body.suffix(Int(stream.avail_in))
        // Behind the last member many readers take zeros for padding, such as tapes have. What else stands behind
        // the end is nothing that the coding explains.
        guard status == Z_STREAM_END, rest.isEmpty || isMember(body) && rest.allSatisfy({ $0 == 0 }) else {
            throw .damaged
        }
        return page
    }

    /// Whether a member of gzip begins here (RFC 1952 §2.3.1).
    private static func isMember(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }
}
