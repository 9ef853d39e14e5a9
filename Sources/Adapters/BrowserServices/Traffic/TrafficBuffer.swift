import Workbench

/// The reports of a traffic stream that are not yet passed on. Reports that are received together are passed on
/// together.
///
/// One task appends and one task reads. `append` waits while `capacity` is used up, so that a stream is read no faster
/// than its rows are shown.
package actor TrafficBuffer {
    /// The maximum number of unread bytes of the stream. Beyond it the stream is not read, and the server reports what
    /// it dropped.
    package static let capacity = 4 << 20

    /// Whether reports may be appended: the stream has not ended, and the reader has not stopped.
    private var isOpen = true
    private var news: [TrafficNews] = []
    /// The number of bytes of the stream that contained the reports.
    private var bytes = 0
    /// The task that waits for capacity.
    private var writer: CheckedContinuation<Void, Never>?
    /// The task that waits for news.
    private var reader: CheckedContinuation<Void, Never>?

    /// Creates an empty buffer.
    package init() {}

    /// Appends the reports of `count` bytes of the stream, once there is capacity.
    /// - Returns: Whether there is still a reader.
    package func append(_ more: [TrafficNews], bytes count: Int) async -> Bool {
        while isOpen, bytes >= Self.capacity { await withCheckedContinuation { writer = $0 } }
        guard isOpen else { return false }
        news += more
        bytes += count
        wakeReader()
        return true
    }

    /// Ends the stream: `next` returns nil once the rest is read.
    package func complete() {
        isOpen = false
        wakeReader()
    }

    /// Removes and returns all reports, waiting for the first; nil when the stream has ended.
    package func next() async -> [TrafficNews]? {
        while isOpen, news.isEmpty { await withCheckedContinuation { reader = $0 } }
        guard !news.isEmpty else { return nil }
        defer {
            (news, bytes) = ([], 0)
            wakeWriter()
        }
        return news
    }

    /// Discards everything, since the reader has stopped.
    package func abandon() {
        isOpen = false
        (news, bytes) = ([], 0)
        wakeWriter()
        wakeReader()
    }

    private func wakeWriter() {
        writer?.resume()
        writer = nil
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }
}
