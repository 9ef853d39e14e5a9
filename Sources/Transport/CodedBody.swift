import SonicProtocol

/// The body of an answer as it comes over the wire, kept where a content coding is going to be removed from it: any
/// other can be seen as it is.
enum CodedBody {
    /// It has no content coding, or nobody saw its beginning.
    case none
    /// What has come so far.
    case kept([UInt8], Coding)
    /// More came than is kept.
    case tooLarge

    /// How it is packed.
    enum Coding {
        /// Once by gzip, which ends with the length of what was packed.
        case gzip
        /// In any other way.
        case other
    }

    /// The most bytes kept.
    static let limit = 4 << 20

    /// What is kept of the body behind a head: nothing yet.
    init(_ head: ResponseHead) {
        let codings = head.headers.all("content-encoding").map { $0.lowercased() }
        switch codings {
        case ["gzip"], ["x-gzip"]: self = .kept([], .gzip)
        default: self = codings.allSatisfy { $0 == "identity" } ? .none : .kept([], .other)
        }
    }

    /// Takes the next piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        guard case .kept(var bytes, let coding) = self else { return }
        guard bytes.count + piece.count <= Self.limit else { return self = .tooLarge }
        // Lets go of the bytes, so that appending copies nothing.
        self = .none
        bytes.append(contentsOf: piece)
        self = .kept(bytes, coding)
    }

    /// What is wrong with its end, given how many bytes it was unpacked to; nil for nothing, and where it cannot be told.
    ///
    /// libcurl takes what there is of a body for all of it. A member of gzip ends with the length of what it unpacks to,
    /// modulo 2³² (RFC 1952 §2.3.1); of what lies behind it libcurl speaks itself.
    func faultyEnd(unpacked count: Int) -> String? {
        guard case .kept(let bytes, .gzip) = self, !bytes.isEmpty else { return nil }
        let length = withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).littleEndian) { Array($0) }
        // What is packed looks like chance, and has these four bytes in a row nowhere but there.
        let hasEnd = bytes.dropFirst(Self.shortest - 4).firstRange(of: length) != nil
        return hasEnd ? nil : "its gzip data end early"
    }

    /// A gzip member of nothing: its head, an empty block, a checksum and the length.
    private static let shortest = 20

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
        case .kept(let bytes, _): bytes
        }
    }
}
