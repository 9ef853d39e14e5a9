/// One content coding while it is removed from a stream.
protocol CodingStage: AnyObject {
    /// How far it is.
    var place: CodingPlace { get }

    /// Unpacks the next bytes. What is left of `input` was not used; where nothing was written, nothing is left.
    ///
    /// - Parameter room: Not empty.
    /// - Returns: How many bytes were written.
    func unpack(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int
}

/// How far the removal of a coding is.
enum CodingPlace: Equatable {
    /// Nothing has come.
    case beginning
    /// Within a stream, member or frame.
    case within
    /// Behind one; another may begin, of whose first bytes so many were seen.
    case between(Int)
    /// Behind the last one, in bytes that belong to nothing.
    case behind
}

/// Why a body cannot be unpacked.
public enum UnpackingFailure: Error, Equatable {
    /// It is not what its codings say, or there are too many of them; in words.
    case broken(String)
    /// It unpacks to more bytes than are allowed.
    case tooLarge

    /// In words that follow “broken”.
    public var words: String {
        switch self {
        case .broken(let words): words
        case .tooLarge: "it decodes to too many bytes"
        }
    }
}
