import CCurl

/// The states of the HTTP/2 streams of responses, by their transfers. libcurl 7.88 accepts a stream that was reset
/// without an error, or lost, as ended (RFC 9113 §8.1).
final class ResponseStreams {
    private enum Progress {
        /// A response has begun.
        case begun
        /// The server ended its stream.
        case ended
    }

    private var progress: [UnsafeMutableRawPointer: Progress] = [:]

    /// Records the events of streams while libcurl works.
    func observing<Result>(_ work: () -> Result) -> Result {
        late_observe_streams(Self.noting, Unmanaged.passUnretained(self).toOpaque())
        defer { late_observe_streams(nil, nil) }
        return work()
    }

    /// Whether the response to a transfer has begun on a stream that was not ended. False if the stream's state is
    /// unknown, with a libcurl that cannot be observed.
    func isOpen(_ easy: UnsafeMutableRawPointer) -> Bool { progress[easy] == .begun }

    /// Resets the state for a new transfer.
    func forget(_ easy: UnsafeMutableRawPointer) { progress[easy] = nil }

    private static let noting: late_stream_callback = { context, easy, hasEnded in
        // Both are set together, never nil.
        let streams = Unmanaged<ResponseStreams>.fromOpaque(context!).takeUnretainedValue()
        streams.progress[easy!] = hasEnded ? .ended : .begun
    }
}
