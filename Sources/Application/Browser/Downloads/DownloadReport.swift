import SonicProtocol

/// How a file on its way to the disk fares.
public enum DownloadReport: Sendable, Equatable {
    /// Bytes come.
    /// - Parameters:
    ///   - path: Where the file will be; its part lies beside it.
    ///   - type: The media type that the server named; nil for none.
    ///   - received: How many bytes were here already.
    ///   - length: How many there will be; nil where the server did not say.
    case begun(path: String, type: String?, received: Int, length: Int?)
    /// Something about the answer, or about what is here, is odd.
    case noted(Finding)
    /// So many bytes are here.
    case received(Int)
    /// The transfer broke off for this reason, and goes on after a pause.
    case pausing(String)
    /// It is over.
    case ended(DownloadEnding)
}

/// How a file on its way to the disk ended.
public enum DownloadEnding: Sendable, Equatable {
    /// It is there.
    /// - Parameters:
    ///   - path: Its name, which may be another than was wanted where that was taken.
    ///   - bytes: How many it has.
    ///   - extent: Whether these are known to be all.
    case saved(path: String, bytes: Int, Extent)
    /// It was stopped; its part is kept.
    case stopped
    /// It broke off for this reason; its part is kept, and can be gone on with.
    case broken(String)
    /// It cannot be had for this reason. What was here of it before stays.
    case failed(String)

    /// Whether the bytes of a file are known to be all.
    public enum Extent: Sendable, Equatable {
        /// The server named their number.
        case counted
        /// The server did not: the connection was ended in order, and nothing more is known.
        case unknown
    }
}

/// The part of a file that was found on the disk.
public struct FoundPart: Sendable, Equatable {
    /// Where the whole file will be.
    public let path: String
    /// What is known of it.
    public let record: DownloadRecord
    /// How many of its bytes are here.
    public let received: Int

    /// A part of these facts.
    public init(path: String, record: DownloadRecord, received: Int) {
        self.path = path
        self.record = record
        self.received = received
    }
}
