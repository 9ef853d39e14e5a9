extension ArraySlice where Element == UInt8 {
    /// Returns the lengths of the common prefix and of the common suffix of the rest. Compares eight bytes at a time: a
    /// slice may be a whole page.
    func commonEnds(with other: ArraySlice<UInt8>) -> (head: Int, tail: Int) {
        let shorter = Swift.min(count, other.count)
        return withUnsafeBytes { before in
            other.withUnsafeBytes { after in
                func isSame(_ old: Int, _ new: Int) -> Bool {
                    before.loadUnaligned(fromByteOffset: old, as: UInt64.self)
                        == after.loadUnaligned(fromByteOffset: new, as: UInt64.self)
                }
                var head = 0
                while head + 8 <= shorter, isSame(head, head) { head += 8 }
                while head < shorter, before[head] == after[head] { head += 1 }
                var tail = 0
                while head + tail + 8 <= shorter, isSame(before.count - tail - 8, after.count - tail - 8) {
                    tail += 8
                }
                while head + tail < shorter, before[before.count - 1 - tail] == after[after.count - 1 - tail]
                {
                    tail += 1
                }
                return (head, tail)
            }
        }
    }

    /// Returns the ranges between the common prefix and suffix, both cut at boundaries of both slices.
    /// - Parameter isBoundary: Whether a slice may be cut before an index.
    func middle(
        to other: ArraySlice<UInt8>, where isBoundary: (ArraySlice<UInt8>, Int) -> Bool
    ) -> (old: Range<Int>, new: Range<Int>) {
        var (head, tail) = commonEnds(with: other)
        func isCut(_ place: Int, _ otherPlace: Int) -> Bool {
            isBoundary(self, place) && isBoundary(other, otherPlace)
        }
        while head > 0, !isCut(startIndex + head, other.startIndex + head) { head -= 1 }
        while tail > 0, !isCut(endIndex - tail, other.endIndex - tail) { tail -= 1 }
        return ((startIndex + head)..<(endIndex - tail), (other.startIndex + head)..<(other.endIndex - tail))
    }
}
