import CCurl

/// How far the streams of HTTP/2 have come that responses arrive on, by the transfers that they belong to. libcurl 7.88
/// takes a stream that was reset without an error, or lost, for one that ended (RFC 9113 §8.1).
final class ResponseStreams {
    private enum Progress {
        /// A response began.
        case begun
        /// Its stream was ended by the server.
        case ended
    }

    private var progress: [UnsafeMutableRawPointer: Progress] = [:]

    /// Notes what happens on streams while libcurl works.
    func observing<Result>(_ work: () -> Result) -> Result {
        late_observe_streams(Self.noting, Unmanaged.passUnretained(self).toOpaque())
        defer { late_observe_streams(nil, nil) }
        return work()
    }

    /// Whether the response to a transfer has begun on a stream that nobody ended. False where nothing is known of its
    /// stream: with a libcurl that cannot be looked into.
    func isOpen(_ easy: UnsafeMutableRawPointer) -> Bool { progress[easy] == .begun }

    /// A transfer begins, of which nothing is known yet.
    func forget(_ easy: UnsafeMutableRawPointer) { progress[easy] = nil }

    private static let noting: late_stream_callback = { context, easy, hasEnded in
        // Both are set together, never nil.
        let streams = Unmanaged<ResponseStreams>.fromOpaque(context!).takeUnretainedValue()
        streams.progress[easy!] = hasEnded ? .ended : .begun
    }
}
