/// Assigns equal numbers to equal lines, as `Numbering` does. It stores the hash of each line, so that growing does not
/// rehash a hundred thousand lines at once.
struct LineNumbering: Sendable {
    private var lines: [(hash: Int, bytes: ArraySlice<UInt8>)] = []
    /// A hash table of numbers with linear probing; -1 marks an empty slot. Its size is a power of two.
    private var table = [Int32](repeating: -1, count: 1024)

    /// Returns the number of a line.
    mutating func number(_ line: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        line.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        var place = hash & (table.count - 1)
        while table[place] >= 0 {
            let known = lines[Int(table[place])]
            if known.hash == hash, known.bytes.elementsEqual(line) { return Int(table[place]) }
            place = (place + 1) & (table.count - 1)
        }
        table[place] = Int32(lines.count)
        lines.append((hash, line))
        if lines.count * 2 > table.count { grow() }
        return lines.count - 1
    }

    private mutating func grow() {
        var larger = [Int32](repeating: -1, count: table.count * 2)
        for (number, line) in lines.enumerated() {
            var place = line.hash & (larger.count - 1)
            while larger[place] >= 0 { place = (place + 1) & (larger.count - 1) }
            larger[place] = Int32(number)
        }
        table = larger
    }
}
