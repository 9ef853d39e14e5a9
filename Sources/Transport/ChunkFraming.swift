/// Takes the frames of chunks (RFC 9112 §7.1) off a body as it came. libcurl judges them and ends a transfer whose frames
/// are broken, so nothing is judged here.
struct ChunkFraming {
    fileprivate enum State {
        /// In the digits of a chunk's size, which is this so far.
        case size(Int)
        /// Behind them, up to the end of the line.
        case behindSize(Int)
        /// In a chunk's data, of which so many bytes are to come.
        case data(Int)
        /// In the line's end behind them.
        case behindData
        /// Behind the last chunk.
        case ended
    }

    private var state = State.size(0)

    /// Passes on what of a piece are data. Linear in its bytes.
    mutating func take(_ piece: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) -> Void) {
        var place = 0
        while place < piece.count {
            if case .data(let rest) = state {
                let end = min(piece.count, place + rest)
                pass(UnsafeRawBufferPointer(rebasing: piece[place..<end]))
                state = end - place == rest ? .behindData : .data(rest - (end - place))
                place = end
            } else {
                state = state.behind(piece[place])
                place += 1
            }
        }
    }
}

extension ChunkFraming.State {
    /// What follows a byte that is none of a chunk's data.
    fileprivate func behind(_ byte: UInt8) -> Self {
        let isLineEnd = byte == UInt8(ascii: "\n")
        switch self {
        case .size(let size), .behindSize(let size):
            if isLineEnd { return size == 0 ? .ended : .data(size) }
            guard case .size = self, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                return .behindSize(size)
            }
            // Larger than anything that could come: then libcurl says so.
            let (larger, isTooLarge) = size.multipliedReportingOverflow(by: 16)
            return isTooLarge || larger > .max - 16 ? .ended : .size(larger + digit)
        case .behindData: return isLineEnd ? .size(0) : self
        case .data, .ended: return self
        }
    }
}
