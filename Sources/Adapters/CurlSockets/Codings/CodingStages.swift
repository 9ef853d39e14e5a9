import CCurl
import CZlib

/// Decodes brotli (RFC 7932) or zstd (RFC 8878), with one frame or several, using the library that libcurl uses.
final class DecoderStage: CodingStage {
    private(set) var place = CodingPlace.beginning
    private let coding: late_coding
    private let decoder: UnsafeMutableRawPointer

    /// The length of the magic number of a zstd frame.
    private static let magicCount = 4

    init(_ coding: late_coding, named name: String) throws(UnpackingFailure) {
        guard let decoder = late_decoder_create(coding) else {
            throw .broken("no library for \(name) is installed")
        }
        (self.coding, self.decoder) = (coding, decoder)
    }

    deinit { late_decoder_destroy(coding, decoder) }

    func unpack(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int {
        var pieces = late_pieces(
            input: input.baseAddress, input_count: input.count, output: room.baseAddress,
            output_count: room.count)
        var hasMoved = true
        while !isOver, hasMoved, pieces.output_count > 0 {
            let (left, room) = (pieces.input_count, pieces.output_count)
            try note(late_decode(coding, decoder, &pieces), used: left - pieces.input_count)
            // If there is room left and no input, the decoder has no pending output.
            hasMoved = pieces.input_count > 0 && (pieces.input_count < left || pieces.output_count < room)
        }
        if isOver, pieces.input_count > 0 {
            place = .behind
            pieces.input_count = 0
        }
        input = UnsafeRawBufferPointer(rebasing: input[(input.count - pieces.input_count)...])
        return room.count - pieces.output_count
    }

    /// Whether the data has ended: brotli has a single stream.
    private var isOver: Bool {
        switch place {
        case .beginning, .within: false
        case .between: coding == LATE_BROTLI
        case .behind: true
        }
    }

    private func note(_ result: late_decoding, used count: Int) throws(UnpackingFailure) {
        switch (result, place) {
        case (LATE_DECODING_ENDED, _): place = .between(0)
        // A frame may follow another. Its first bytes count as a frame only once all of them are received.
        case (LATE_DECODING_GOES_ON, .between(let seen)) where seen + count <= Self.magicCount:
            place = .between(seen + count)
        case (LATE_DECODING_GOES_ON, .beginning) where count == 0: break
        case (LATE_DECODING_GOES_ON, _): place = .within
        case (LATE_DECODING_NOT_BEGUN, .between): place = .behind
        default: throw .broken("it is not valid")
        }
    }
}

/// Decodes gzip (RFC 1952), with one member or several, or deflate, with the zlib header (RFC 1950) or without (RFC
/// 1951).
final class ZlibStage: CodingStage {
    private(set) var place = CodingPlace.beginning
    private let coding: BodyCodings.Coding
    /// zlib's state contains its own address, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isOpen = false
    /// The first bytes, which identify the header of deflate and another member, and the range of those not yet passed
    /// to zlib.
    private let first = UnsafeMutableRawBufferPointer.allocate(byteCount: member.count, alignment: 1)
    private var held = 0..<0

    /// The first bytes of a member (RFC 1952 §2.3.1).
    private static let member: [UInt8] = [0x1F, 0x8B, 8]

    init(_ coding: BodyCodings.Coding) {
        self.coding = coding
        stream.initialize(to: z_stream())
    }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deallocate()
        first.deallocate()
    }

    func unpack(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int {
        var count = 0
        repeat {
            switch place {
            case .beginning:
                guard try begin(&input) else { return count }
            case .within:
                count += try inflate(&input, into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
            case .between(let matched): try detectMember(&input, matched)
            case .behind: input = UnsafeRawBufferPointer(rebasing: input[input.count...])
            }
        } while count < room.count && (!input.isEmpty || !held.isEmpty)
        return count
    }

    /// Initializes zlib once the format is known; false if more bytes are required.
    private func begin(_ input: inout UnsafeRawBufferPointer) throws(UnpackingFailure) -> Bool {
        let wanted = coding == .deflate ? 2 : 1
        while held.count < wanted, let byte = input.first {
            first[held.count] = byte
            held = 0..<held.count + 1
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
        }
        guard held.count == wanted else { return false }
        // 47 parses gzip and zlib headers, -15 none: some servers send raw deflate data although the standard requires
        // the zlib header.
        let bits: Int32 = coding == .deflate && !Self.isFramed(first[0], first[1]) ? -15 : 47
        guard sonic_inflate_begin(stream, bits) == Z_OK else { throw .broken("out of memory") }
        isOpen = true
        place = .within
        return true
    }

    /// Whether these bytes begin a zlib (RFC 1950 §2.2) or gzip header.
    private static func isFramed(_ first: UInt8, _ second: UInt8) -> Bool {
        let isZlib = first & 0x8F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
        return isZlib || [first, second] == member.dropLast()
    }

    private func inflate(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int {
        guard !held.isEmpty else { return try step(&input, into: room) }
        var bytes = UnsafeRawBufferPointer(rebasing: first[held])
        let count = try step(&bytes, into: room)
        held = held.upperBound - bytes.count..<held.upperBound
        return count
    }

    private func step(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int {
        // zlib reads through a pointer that its old C interface does not declare const.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = uInt(clamping: input.count)
        stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = uInt(clamping: room.count)
        let given = Int(stream.pointee.avail_in)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        input = UnsafeRawBufferPointer(rebasing: input[(given - Int(stream.pointee.avail_in))...])
        switch status {
        // No input or no room is not an error.
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: place = .between(0)
        default:
            let words = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)"
            throw .broken(words)
        }
        return room.count - Int(stream.pointee.avail_out)
    }

    /// Detects another member, byte by byte, since the bytes may be received one by one.
    private func detectMember(_ input: inout UnsafeRawBufferPointer, _ matched: Int) throws(UnpackingFailure)
    {
        guard let byte = input.first else { return }
        guard coding == .gzip, byte == Self.member[matched] else { return place = .behind }
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
        guard matched + 1 == Self.member.count else { return place = .between(matched + 1) }
        guard inflateReset(stream) == Z_OK else { throw .broken("out of memory") }
        first.copyBytes(from: Self.member)
        held = 0..<Self.member.count
        place = .within
    }
}
