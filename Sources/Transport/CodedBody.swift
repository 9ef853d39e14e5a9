import SonicProtocol

/// The body of an answer as it comes over the wire, kept where a content coding is going to be removed from it: any
/// other can be seen as it is.
enum CodedBody {
    /// It has no content coding, or nobody saw its beginning.
    case none
    /// What has come so far.
    case kept([UInt8])
    /// More came than is kept.
    case tooLarge

    /// The most bytes kept.
    static let limit = 4 << 20

    /// What is kept of the body behind a head: nothing yet.
    init(_ head: ResponseHead) {
        let codings = head.headers.all("content-encoding")
        self = codings.allSatisfy { $0.lowercased() == "identity" } ? .none : .kept([])
    }

    /// Takes the next piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        guard case .kept(var bytes) = self else { return }
        guard bytes.count + piece.count <= Self.limit else { return self = .tooLarge }
        // Lets go of the bytes, so that appending copies nothing.
        self = .none
        bytes.append(contentsOf: piece)
        self = .kept(bytes)
    }

    /// Whether a content coding is removed from it.
    var isCoded: Bool {
        switch self {
        case .none: false
        case .kept, .tooLarge: true
        }
    }

    /// All of it; nil where it was not kept.
    var bytes: [UInt8]? {
        switch self {
        case .none, .tooLarge: nil
        case .kept(let bytes): bytes
        }
    }
}
