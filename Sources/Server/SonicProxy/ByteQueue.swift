/// A queue of bytes that one side sent and the other has not received yet.
struct ByteQueue {
    /// The number of bytes at which the queue is full.
    static let limit = 128 << 10

    private var bytes: [UInt8] = []
    /// The number of bytes already dequeued.
    private var taken = 0

    /// The number of queued bytes.
    var count: Int { bytes.count - taken }

    /// Whether the queue is empty.
    var isEmpty: Bool { count == 0 }

    /// The number of bytes that may be added.
    var room: Int { max(0, Self.limit - count) }

    /// Appends bytes.
    mutating func add(_ more: some Collection<UInt8>) {
        // Dequeued bytes are removed first, so that the memory is that of the queued ones.
        if taken > 0, isEmpty || taken >= Self.limit {
            bytes.removeFirst(taken)
            taken = 0
        }
        bytes += more
    }

    /// Moves bytes from the front into a buffer. Returns their count.
    mutating func dequeue(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes[taken...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        taken += part.count
        if isEmpty {
            // A page that was buffered first leaves more capacity than streaming needs.
            bytes.removeAll(keepingCapacity: bytes.count <= Self.limit)
            taken = 0
        }
        return part.count
    }
}
