import SonicProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension PageMemory {
    /// Memory in pages of 2 MB where the system has them, for 4 MiB or more. 10 MB in pages of 4 KB are 2,400 page
    /// faults, which take longer than filling them.
    public static let largePages = PageMemory { buffer in
        #if os(Linux)
            guard buffer.count >= 4 << 20, let base = buffer.baseAddress else { return }
            // From the page in which the array begins: what else is in it may be in a large one, too.
            let start = base.alignedDown(toMultipleOf: 4096)
            // A refusal changes nothing but the time.
            _ = madvise(start, base - start + buffer.count, MADV_HUGEPAGE)
        #endif
    }
}
