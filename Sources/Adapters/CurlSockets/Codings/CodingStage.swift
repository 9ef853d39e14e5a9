/// The decoder of one content coding in a stream.
protocol CodingStage: AnyObject {
    /// The progress of the decoder.
    var place: CodingPlace { get }

    /// Decodes the next bytes. The rest of `input` was not used; if nothing was written, nothing is left.
    ///
    /// - Parameter room: The output buffer, not empty.
    /// - Returns: The number of bytes written.
    func unpack(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int
}

/// The progress of a decoder.
enum CodingPlace: Equatable {
    /// No bytes were received.
    case beginning
    /// Inside a stream, member or frame.
    case within
    /// After one; another may begin, of which this number of bytes were read.
    case between(Int)
    /// After the last one, in bytes that are ignored.
    case behind
}

/// The reason why a body cannot be decoded.
public enum UnpackingFailure: Error, Equatable {
    /// It is not valid in its codings, or there are too many of them; with the reason as text.
    case broken(String)
    /// It decodes to more bytes than the limit.
    case tooLarge

    /// The reason as text that follows “broken”.
    public var words: String {
        switch self {
        case .broken(let words): words
        case .tooLarge: "it decodes to too many bytes"
        }
    }
}
