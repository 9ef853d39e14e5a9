import HTML

extension ArraySlice where Element == UInt8 {
    /// Returns whether it is a list of words that contains this one.
    func includesWord(_ wanted: ArraySlice<UInt8>, ignoringCase: Bool) -> Bool {
        var index = startIndex
        while let word = ASCII.nextWord(in: self, from: &index) {
            if word.isEqual(to: wanted, ignoringCase: ignoringCase) { return true }
        }
        return false
    }

    /// Returns whether the bytes are equal, optionally ASCII case-insensitively.
    func isEqual(to other: ArraySlice<UInt8>, ignoringCase: Bool) -> Bool {
        guard count == other.count else { return false }
        var index = other.startIndex
        for byte in self {
            if byte != other[index], !ignoringCase || ASCII.lowered(byte) != ASCII.lowered(other[index]) {
                return false
            }
            index += 1
        }
        return true
    }
}
