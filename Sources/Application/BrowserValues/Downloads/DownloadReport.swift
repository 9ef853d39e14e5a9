import SonicProtocol
import SonicSession

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
public typealias FoundPart = (path: String, record: DownloadRecord, received: Int)

/// The transfer rate and the remaining time, from the bytes received in the last seconds.
public struct TransferPace: Equatable, Sendable {
    /// The time span of the measurement.
    private static let span = Duration.seconds(5)
    /// The minimum time before a rate is reported.
    private static let least = Duration.milliseconds(500)

    private struct Sample: Equatable, Sendable {
        let time: Duration
        let bytes: Int
    }

    private var samples: [Sample] = []

    /// Creates the pace of a transfer that has not begun.
    public init() {}

    /// Records the number of bytes received at a time. Times must not decrease.
    public mutating func note(_ bytes: Int, at time: Duration) {
        // The transfer started over.
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append(Sample(time: time, bytes: bytes))
        // One sample beyond the span stays, so that the span is measured from its beginning.
        while samples.count > 2, time - samples[1].time >= Self.span { samples.removeFirst() }
    }

    /// Returns the bytes per second at a time; nil if there is too little data. It falls while nothing is received.
    public func rate(at time: Duration) -> Int? {
        guard let first = samples.first, let last = samples.last, time - first.time >= Self.least else {
            return nil
        }
        return Int(Double(last.bytes - first.bytes) / (max(time, last.time) - first.time).seconds)
    }

    /// Returns the time until `length` bytes are received; nil if there is too little data, or if nothing is being
    /// received.
    public func timeLeft(until length: Int, at time: Duration) -> Duration? {
        guard let rate = rate(at: time), rate > 0, let last = samples.last, length >= last.bytes else {
            return nil
        }
        return .seconds(Double(length - last.bytes) / Double(rate))
    }
}

/// An order to save a file.
public struct FileOrder: Sendable {
    /// The destination of a file. What does not begin with `/` or `~/` is in the download folder.
    public enum Target: Sendable, Equatable {
        /// This path, or a numbered one if it exists; if it is a folder or ends with `/`, as `folder`.
        case path(String)
        /// This folder, with the name from the response or else from the address.
        case folder(String)
    }

    /// The requested address.
    public let url: WebURL
    /// The destination.
    public var target: Target
    /// The cause of the request, for cookies; `person` if the reader typed the address.
    public var cause: RequestCause
    /// The name suggested by the page; nil for none.
    public let suggestion: FileName.Suggestion?
    /// The transfer in progress; nil if the file is to be requested.
    public let handover: BodyHandoff?

    /// Creates an order.
    public init(
        url: WebURL, target: Target, cause: RequestCause = .person, suggestion: FileName.Suggestion? = nil,
        handover: BodyHandoff? = nil
    ) {
        self.url = url
        self.target = target
        self.cause = cause
        self.suggestion = suggestion
        self.handover = handover
    }
}

extension FileOrder: Equatable {
    /// Returns whether two orders save the same in the same place; transfers in progress are not compared.
    public static func == (left: FileOrder, right: FileOrder) -> Bool {
        left.url == right.url && left.target == right.target
    }
}
