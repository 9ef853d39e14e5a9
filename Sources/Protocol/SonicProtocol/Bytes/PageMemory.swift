/// The memory that whole pages are put together in, as a value, so that this target asks no system for anything.
public struct PageMemory: Sendable {
    /// Called with fresh memory before anything is written into it. It may ask the system to have that memory ready in
    /// another way, and must leave the bytes alone.
    public let prepare: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Memory that this function makes ready.
    public init(prepare: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.prepare = prepare
    }

    /// Memory as the system gives it.
    public static let plain = PageMemory { _ in }

    /// No bytes, with room for so many.
    func room(for count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            prepare(UnsafeMutableRawBufferPointer(buffer))
            filled = 0
        }
    }
}
