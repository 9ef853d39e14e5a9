import SonicProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension PageMemory {
    /// Memory in pages of 2 MB if the system supports them, for 4 MiB or more. 10 MB in pages of 4 KB cause 2,400 page
    /// faults, which take longer than filling them.
    public static let largePages = PageMemory { buffer in
        #if os(Linux)
            guard buffer.count >= 4 << 20, let base = buffer.baseAddress else { return }
            // From the start of the page in which the array begins: its other contents may be in a large page, too.
            let start = base.alignedDown(toMultipleOf: 4096)
            // A failure costs only time.
            _ = madvise(start, base - start + buffer.count, MADV_HUGEPAGE)
        #endif
    }
}
