import SonicProtocol

/// The progress of a download.
public enum DownloadReport: Sendable, Equatable {
    /// The body is being received.
    /// - Parameters:
    ///   - path: The path of the file; its part is next to it.
    ///   - type: The media type declared by the server; nil for none.
    ///   - received: The number of bytes already stored.
    ///   - length: The total number of bytes; nil if the server did not declare it.
    case begun(path: String, type: String?, received: Int, length: Int?)
    /// A finding about the response, or about the stored part.
    case noted(Finding)
    /// The number of bytes stored.
    case received(Int)
    /// The transfer was interrupted for this reason, and is retried after a pause.
    case pausing(String)
    /// The download has ended.
    case ended(DownloadEnding)
}

/// The result of a download.
public enum DownloadEnding: Sendable, Equatable {
    /// The file is saved.
    /// - Parameters:
    ///   - path: Its path, which may differ from the requested one if that was taken.
    ///   - bytes: Its size.
    ///   - extent: Whether it is known to be complete.
    case saved(path: String, bytes: Int, Extent)
    /// It was stopped; its part is kept.
    case stopped
    /// It was interrupted for this reason; its part is kept, and can be resumed.
    case broken(String)
    /// It failed, for this reason. A part stored before stays.
    case failed(String)

    /// Whether a file is known to be complete.
    public enum Extent: Sendable, Equatable {
        /// The server declared the length.
        case counted
        /// The server did not: the connection was closed cleanly, and nothing more is known.
        case unknown
    }
}

/// The part of a file found on the disk.
public struct FoundPart: Sendable, Equatable {
    /// The path of the whole file.
    public let path: String
    /// The metadata of the file.
    public let record: DownloadRecord
    /// The number of bytes stored.
    public let received: Int

    /// Creates a found part.
    public init(path: String, record: DownloadRecord, received: Int) {
        self.path = path
        self.record = record
        self.received = received
    }
}
