/// Bytes on their way through the proxy: what one side gave and the other has not taken yet.
struct ByteQueue {
    /// How many bytes it takes before it is full.
    static let limit = 128 << 10

    private var bytes: [UInt8] = []
    /// How many of them are taken already.
    private var taken = 0

    /// How many bytes wait.
    var count: Int { bytes.count - taken }

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }

    /// How many more bytes it should be given.
    var room: Int { max(0, Self.limit - count) }

    /// Adds bytes at the end.
    mutating func add(_ more: some Collection<UInt8>) {
        // What is taken goes first, so that the memory stays that of what waits.
        if taken > 0, isEmpty || taken >= Self.limit {
            bytes.removeFirst(taken)
            taken = 0
        }
        bytes += more
    }

    /// Moves bytes from the front into a buffer; returns how many.
    mutating func dequeue(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes[taken...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        taken += part.count
        if isEmpty {
            // A page that was gathered first leaves more room behind than streaming needs.
            bytes.removeAll(keepingCapacity: bytes.count <= Self.limit)
            taken = 0
        }
        return part.count
    }
}
