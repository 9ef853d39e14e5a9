import CCurl

/// Removes brotli (RFC 7932) or zstd (RFC 8878), of one frame or several, with the library that libcurl has for it.
final class DecoderStage: CodingStage {
    private(set) var place = CodingPlace.beginning
    private let coding: late_coding
    private let decoder: UnsafeMutableRawPointer

    /// The bytes that a frame of zstd begins with.
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
            // Where there is room left and nothing to read, nothing waits for the room.
            hasMoved = pieces.input_count > 0 && (pieces.input_count < left || pieces.output_count < room)
        }
        if isOver, pieces.input_count > 0 {
            place = .behind
            pieces.input_count = 0
        }
        input = UnsafeRawBufferPointer(rebasing: input[(input.count - pieces.input_count)...])
        return room.count - pieces.output_count
    }

    /// Whether nothing more can come: brotli has one stream.
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
        // A frame may begin behind another. The first bytes of one are taken for that only when all of them are there.
        case (LATE_DECODING_GOES_ON, .between(let seen)) where seen + count <= Self.magicCount:
            place = .between(seen + count)
        case (LATE_DECODING_GOES_ON, .beginning) where count == 0: break
        case (LATE_DECODING_GOES_ON, _): place = .within
        case (LATE_DECODING_NOT_BEGUN, .between): place = .behind
        default: throw .broken("it is not valid")
        }
    }
}
