extension NamedReferences {
    /// What a name stands for, and whether it counts without a semicolon; nil for an unknown name.
    ///
    /// Logarithmic: the records with the same two bytes in front are searched by halves, each time from the
    /// beginning of a record.
    static func find(_ name: ArraySlice<UInt8>) -> (text: [UInt8], isLegacy: Bool)? {
        guard name.count >= 2 else { return nil }
        let group = group(name[name.startIndex], name[name.startIndex &+ 1])
        var low = Int(starts[group])
        var high = Int(ends[group])
        guard low < high else { return nil }
        return table.withUTF8Buffer { table in
            while low < high {
                var record = (low &+ high) / 2
                while record > low, table[record &- 1] != 0x20 { record &-= 1 }
                var index = record
                var order = 0
                for byte in name {
                    let other = table[index]
                    // The sign after the name is smaller than any letter or digit.
                    order = Int(isSign(other) ? 0 : other) &- Int(byte)
                    if order != 0 { break }
                    index &+= 1
                }
                if order == 0, !isSign(table[index]) { order = 1 }
                if order == 0 { return (text(in: table, from: index &+ 1), table[index] == 0x21) }
                if order > 0 {
                    high = record
                } else {
                    while index < table.count, table[index] != 0x20 { index &+= 1 }
                    low = min(index &+ 1, high)
                }
            }
            return nil
        }
    }

    /// Where the records begin and end whose names start with the same two bytes: built at the first use.
    private static let (starts, ends) = groups()

    private static func groups() -> (starts: [UInt16], ends: [UInt16]) {
        var starts = [UInt16](repeating: 0, count: 4096)
        var ends = starts
        table.withUTF8Buffer { table in
            var index = 0
            while index < table.count {
                let group = group(table[index], table[index &+ 1])
                if ends[group] == 0 { starts[group] = UInt16(index) }
                while index < table.count, table[index] != 0x20 { index &+= 1 }
                ends[group] = UInt16(index)
                index &+= 1
            }
        }
        return (starts, ends)
    }

    /// A number for two bytes, in the order of letters. Names begin with two letters; other bytes may share the
    /// number of a group without being found in it.
    private static func group(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x3F) &<< 6 | Int(second & 0x3F)
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte == 0x21 || byte == 0x3D }

    /// The scalars of a record in UTF-8.
    private static func text(in table: UnsafeBufferPointer<UInt8>, from start: Int) -> [UInt8] {
        var text: [UInt8] = []
        var value: UInt32 = 0
        var index = start
        while true {
            let byte = index < table.count ? table[index] : 0x20
            if let digit = ASCII.hexadecimal(byte) {
                value = value &* 16 &+ digit
            } else {
                if let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) {
                    text.append(contentsOf: encoded)
                }
                value = 0
                if byte == 0x20 { return text }
            }
            index &+= 1
        }
    }
}
