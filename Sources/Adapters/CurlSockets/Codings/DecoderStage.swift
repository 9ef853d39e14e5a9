import CCurl

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
