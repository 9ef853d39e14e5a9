extension RandomAccessCollection where Index == Int {
    /// The number of elements at the beginning for which a condition holds; it must hold for none after the first for
    /// which it does not. Logarithmic.
    @inlinable
    package func partitionPoint(while holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - startIndex
    }
}
