/// The allocation of memory for whole pages, as a value, so that this target makes no system calls.
public struct PageMemory: Sendable {
    /// Called with new memory before anything is written to it. It may advise the system about the memory, but must not
    /// change the bytes.
    public let prepare: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Creates an allocation that calls this function.
    public init(prepare: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.prepare = prepare
    }

    /// Memory as the system provides it.
    public static let plain = PageMemory { _ in }

    /// Returns an empty array with capacity for `count` bytes.
    func room(for count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            prepare(UnsafeMutableRawBufferPointer(buffer))
            filled = 0
        }
    }
}
