/// Parses strings and skips other values.
extension UpdateReader {
    /// Skips blanks and returns the next byte; nil at the end.
    var next: UInt8? {
        mutating get {
            while index < bytes.count {
                switch bytes[index] {
                case 0x20, 0x0A, 0x0D, 0x09: index += 1
                case let byte: return byte
                }
            }
            return nil
        }
    }

    /// Reads a name and the colon after it.
    mutating func readName() throws(DataUpdate.Failure) -> [UInt8] {
        guard next == UInt8(ascii: "\"") else { throw noJSON }
        let name = try readText()
        guard next == UInt8(ascii: ":") else { throw noJSON }
        index += 1
        return name
    }

    /// Reads a string, whose opening quote is the next byte.
    mutating func readText() throws(DataUpdate.Failure) -> [UInt8] {
        index += 1
        room.removeAll(keepingCapacity: true)
        while true {
            let end = endOfRun
            room.append(contentsOf: bytes[index..<end])
            index = end + 1
            switch end < bytes.count ? bytes[end] : nil {
            case UInt8(ascii: "\""):
                // A copy of exactly these bytes: an array that shared the buffer would force it to be allocated again.
                return room.withUnsafeBufferPointer { Array($0) }
            case UInt8(ascii: "\\"): try readEscape()
            default: throw noJSON(at: end)
            }
        }
    }

    /// The index of the next quote, backslash or control character; the end of the body if there is none.
    private var endOfRun: Int {
        let bytes = bytes.span
        let quote = ByteRow(repeating: UInt8(ascii: "\""))
        let backslash = ByteRow(repeating: UInt8(ascii: "\\"))
        var place = index
        while place &+ ByteRow.count <= bytes.count {
            let row = ByteRow(bytes, at: place)
            let marks = (row ^ quote).zeros | (row ^ backslash).zeros | row.below(0x20)
            if let first = marks.first { return place &+ first }
            place &+= ByteRow.count
        }
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            place &+= 1
        }
        return place
    }

    /// Reads the rest of an escape, after the backslash.
    private mutating func readEscape() throws(DataUpdate.Failure) {
        guard index < bytes.count else { throw noJSON }
        let letter = bytes[index]
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): room.append(letter)
        case UInt8(ascii: "b"): room.append(0x08)
        case UInt8(ascii: "f"): room.append(0x0C)
        case UInt8(ascii: "n"): room.append(0x0A)
        case UInt8(ascii: "r"): room.append(0x0D)
        case UInt8(ascii: "t"): room.append(0x09)
        case UInt8(ascii: "u"): room.append(contentsOf: Unicode.UTF8.encode(try readScalar()) ?? .init())
        default: throw noJSON(at: index - 1)
        }
    }

    /// Reads the digits after `\u`, and the following escape if the two are a surrogate pair.
    private mutating func readScalar() throws(DataUpdate.Failure) -> Unicode.Scalar {
        let unit = try readUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            throw noJSON
        }
        index += 2
        let low = try readUnit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw noJSON }
        return scalar
    }

    /// Reads four hexadecimal digits.
    private mutating func readUnit() throws(DataUpdate.Failure) -> UInt32 {
        guard index + 4 <= bytes.count else { throw noJSON(at: bytes.count) }
        var unit: UInt32 = 0
        for place in index..<index + 4 {
            guard let digit = bytes[place].hexadecimalValue else { throw noJSON(at: place) }
            unit = unit << 4 | UInt32(digit)
        }
        index += 4
        return unit
    }

    /// Skips a value of any kind inside `outer` containers. Its own containers are on an explicit stack, so that
    /// nesting never causes recursion.
    mutating func skipValue(within outer: Int) throws(DataUpdate.Failure) {
        var closers: [UInt8] = []
        repeat {
            if let closer = try skipStart(within: outer + closers.count) {
                closers.append(closer)
                continue
            }
            // A value has ended, and with it every container that ends here.
            closing: while let closer = closers.last {
                let separator = next
                index += 1
                switch separator {
                case closer: closers.removeLast()
                case UInt8(ascii: ","):
                    if closer == UInt8(ascii: "}") { try passName() }
                    break closing
                default: throw noJSON(at: index - 1)
                }
            }
        } while !closers.isEmpty
    }

    /// Reads a name within a skipped value. The total number of these names is limited, too.
    private mutating func passName() throws(DataUpdate.Failure) {
        passedNames += 1
        guard passedNames <= Self.maxNames else { throw Self.tooManyNames }
        _ = try readName()
    }

    /// Skips a scalar or an empty container, or moves to the first value of another container.
    /// - Returns: The closing byte of the container whose first value is next; nil if a value has ended.
    private mutating func skipStart(within depth: Int) throws(DataUpdate.Failure) -> UInt8? {
        let first = next
        switch first {
        case UInt8(ascii: "\""): _ = try readText()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Self.deepest else { throw noJSON }
            let closer = first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
            index += 1
            if next == closer {
                index += 1
                return nil
            }
            if first == UInt8(ascii: "{") { try passName() }
            return closer
        default: try skipNumber()
        }
        return nil
    }

    private mutating func skip(_ word: StaticString) throws(DataUpdate.Failure) {
        let stands = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard stands else { throw noJSON }
        index += word.utf8CodeUnitCount
    }

    /// Skips a number: a sign, digits without leading zeros, a fraction, an exponent.
    private mutating func skipNumber() throws(DataUpdate.Failure) {
        if isNext("-") { index += 1 }
        if isNext("0") { index += 1 } else { try skipDigits() }
        if isNext(".") {
            index += 1
            try skipDigits()
        }
        if isNext("e") || isNext("E") {
            index += 1
            if isNext("+") || isNext("-") { index += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(DataUpdate.Failure) {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        guard index > start else { throw noJSON }
    }

    private func isNext(_ byte: Unicode.Scalar) -> Bool {
        index < bytes.count && bytes[index] == UInt8(ascii: byte)
    }
}
