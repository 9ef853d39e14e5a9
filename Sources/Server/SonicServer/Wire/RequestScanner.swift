/// Scans the bytes of a connection, request by request, before any other parser, and finds what two servers in a row
/// may parse differently (RFC 9112 §11.2). A value that accepts bytes in parts of any size; it takes linear time, and
/// stores one line.
package struct RequestScanner {
    /// The result of scanning some bytes.
    package enum Verdict: Equatable {
        /// No error so far.
        case sound
        /// An error in a request that begins after this number of these bytes, or before them (0). After this verdict
        /// no more bytes may be passed.
        case faulty(RequestFault, behind: Int)
    }

    /// The current syntactic element; for lines, the part that was not passed yet.
    private enum Stage {
        /// The request line, after this number of empty lines.
        case requestLine(emptyLines: Int)
        case fields(Framing)
        case body(left: UInt64)
        case chunkSize
        case chunk(left: UInt64)
        /// The line break after the bytes of a chunk.
        case chunkEnd
        case trailers
    }

    /// What the head defines about the body so far.
    private struct Framing {
        var length: UInt64?
        var isChunked = false
    }

    /// The memory of a connection in libmicrohttpd, in bytes: for the head of a request, and then that of its response.
    static let memory = 32 << 10
    /// The maximum memory of a head in bytes: its lines, and what libmicrohttpd stores in addition.
    static let headLimit = 28 << 10
    /// The additional memory of each field, cookie and query parameter.
    private static let itemCost = 64
    /// The maximum length of a chunk size line, in bytes.
    private static let chunkLineLimit = 1024
    /// The maximum number of empty lines before a request (RFC 9112 §2.2 suggests at least one).
    private static let emptyLineLimit = 4

    private var stage = Stage.requestLine(emptyLines: 0)
    /// The current line so far, without its line break.
    private var line: [UInt8] = []
    /// Whether a carriage return was read, so that a line feed must follow.
    private var awaitsLineFeed = false
    /// The memory of the head so far.
    private var cost = 0
    /// The first line of the current request; empty while it is incomplete.
    private var requestLine: [UInt8] = []
    /// The number of heads read completely.
    package private(set) var heads = 0
    /// The number of requests read completely.
    package private(set) var requests = 0
    /// The places of chunk extensions among the bytes of the last scan.
    private(set) var extensions: [Range<Int>] = []

    /// Creates the scanner of a new connection.
    package init() {}

    /// Scans further bytes.
    package mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Verdict {
        var behind = 0
        var index = 0
        let before = requests
        extensions = []
        do throws(RequestFault) {
            while index < bytes.count {
                let seen = requests
                index += try step(UnsafeRawBufferPointer(rebasing: bytes[index...]), at: index)
                if requests != seen { behind = index }
            }
            return .sound
        } catch {
            return .faulty(error, behind: requests == before ? 0 : behind)
        }
    }

    /// Scans up to the end of a line or of a part of the body. Returns the number of bytes.
    private mutating func step(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(RequestFault) -> Int {
        switch stage {
        case .body(let left):
            let count = min(left, UInt64(bytes.count))
            if count == left { complete() } else { stage = .body(left: left - count) }
            return Int(count)
        case .chunk(let left):
            let count = min(left, UInt64(bytes.count))
            stage = count == left ? .chunkEnd : .chunk(left: left - count)
            return Int(count)
        case .requestLine, .fields, .chunkSize, .chunkEnd, .trailers:
            return try stepThroughLine(bytes, at: index)
        }
    }

    private mutating func stepThroughLine(
        _ bytes: UnsafeRawBufferPointer, at index: Int
    ) throws(RequestFault) -> Int {
        if awaitsLineFeed {
            guard bytes[0] == 0x0A else { throw .carriageReturn }
            awaitsLineFeed = false
            try endLine(UnsafeRawBufferPointer(start: nil, count: 0))
            return 1
        }
        var end = 0
        while end < bytes.count, Self.isText(bytes[end]) { end += 1 }
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        try check(length: line.count + part.count)
        if case .chunkSize = stage { noteExtension(in: part, at: index) }
        guard end < bytes.count else {
            line += part
            return end
        }
        switch bytes[end] {
        case 0x0D where end + 1 == bytes.count:
            line += part
            awaitsLineFeed = true
            return end + 1
        case 0x0D where bytes[end + 1] == 0x0A:
            try endLine(part)
            return end + 2
        case 0x0D: throw .carriageReturn
        case 0x0A: throw .lineFeed
        default: throw .controlCharacter
        }
    }

    /// Notes what follows the size in a part of a chunk size line.
    private mutating func noteExtension(in part: UnsafeRawBufferPointer, at index: Int) {
        let semicolon = UInt8(ascii: ";")
        guard let start = line.contains(semicolon) ? 0 : part.firstIndex(of: semicolon) else { return }
        extensions.append(index + start..<index + part.count)
    }

    /// Checks the length of an incomplete line.
    private func check(length: Int) throws(RequestFault) {
        switch stage {
        case .requestLine: if length > Self.headLimit { throw .targetTooLong }
        case .fields, .trailers: if cost + length > Self.headLimit { throw .headTooLarge }
        case .chunkSize, .chunkEnd: if length > Self.chunkLineLimit { throw .chunk }
        case .body, .chunk: break
        }
    }

    /// Ends a line with these bytes.
    private mutating func endLine(_ part: UnsafeRawBufferPointer) throws(RequestFault) {
        guard !line.isEmpty else { return try read(part) }
        line += part
        let whole = line
        line.removeAll()
        var fault: RequestFault?
        whole.withUnsafeBytes { bytes in
            do throws(RequestFault) { try read(bytes) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    private mutating func read(_ line: UnsafeRawBufferPointer) throws(RequestFault) {
        switch stage {
        case .requestLine(let emptyLines):
            guard !line.isEmpty else {
                guard emptyLines < Self.emptyLineLimit else { throw .requestLine }
                stage = .requestLine(emptyLines: emptyLines + 1)
                return
            }
            requestLine = Array(line)
            try Self.check(line)
            cost = Self.cost(line, "&")
            guard cost <= Self.headLimit else { throw .targetTooLong }
            stage = .fields(Framing())
        case .fields(let framing):
            if line.isEmpty { try endHead(framing) } else { stage = .fields(try read(line, framing)) }
        case .trailers:
            if line.isEmpty { complete() } else { _ = try read(line, Framing()) }
        case .chunkSize:
            let size = try Self.chunkSize(line)
            stage = size == 0 ? .trailers : .chunk(left: size)
        case .chunkEnd:
            guard line.isEmpty else { throw .chunk }
            stage = .chunkSize
        case .body, .chunk: break
        }
    }

    /// Returns the memory of a text with items that are stored separately.
    private static func cost(_ text: some Collection<UInt8>, _ separator: Unicode.Scalar) -> Int {
        text.count + itemCost * text.count { $0 == UInt8(ascii: separator) }
    }

    /// Returns the memory that the head of a request leaves for that of its response.
    static func memory(behind request: ServerRequest) -> Int {
        request.headers.fields.reduce(memory - cost(request.targetBytes, "&")) { left, field in
            let cookies = field.isNamed("cookie") ? cost(field.valueBytes, ";") : 0
            return left - field.nameBytes.count - field.valueBytes.count - 4 - itemCost - cookies
        }
    }

    private mutating func endHead(_ framing: Framing) throws(RequestFault) {
        if framing.isChunked, framing.length != nil { throw .lengthAndCoding }
        heads += 1
        if framing.isChunked {
            stage = .chunkSize
        } else if let length = framing.length, length > 0 {
            stage = .body(left: length)
        } else {
            complete()
        }
    }

    private mutating func complete() {
        requests += 1
        requestLine = []
        stage = .requestLine(emptyLines: 0)
    }

    /// Reads a field line. Returns the framing known after it.
    private mutating func read(
        _ line: UnsafeRawBufferPointer, _ framing: Framing
    ) throws(RequestFault) -> Framing {
        guard line[0] != 0x20, line[0] != 0x09 else { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .noColon }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else { throw .fieldName }
        let value = Self.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        cost += line.count + Self.itemCost
        var framing = framing
        switch name.count {
        case 6 where Self.equal(name, "cookie"):
            // libmicrohttpd stores each cookie a second time.
            cost += Self.cost(value, ";")
        case 14 where Self.equal(name, "content-length"):
            guard framing.length == nil else { throw .lengths }
            framing.length = try Self.length(value)
        case 17 where Self.equal(name, "transfer-encoding"):
            guard !framing.isChunked, Self.equal(value, "chunked") else { throw .coding }
            framing.isChunked = true
        default: break
        }
        guard cost <= Self.headLimit else { throw .headTooLarge }
        return framing
    }

    // MARK: The request line

    /// Checks a request line against the grammar (RFC 9112 §3): a method, a target and a version, separated by one blank each. The target
    /// itself is checked by `ServerRequest.objection`.
    private static func check(_ line: UnsafeRawBufferPointer) throws(RequestFault) {
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), last > first + 1,
            line[..<first].allSatisfy(isTokenByte), first > 0,
            // A blank or a tab within the target.
            line[(first + 1)..<last].allSatisfy({ $0 > 0x20 })
        else { throw .requestLine }
        let version = line[(last + 1)...]
        guard version.count == 8, version.starts(with: "HTTP/".utf8), isDigit(version[last + 6]),
            version[last + 7] == UInt8(ascii: "."), isDigit(version[last + 8])
        else { throw .requestLine }
        guard version[last + 6] == UInt8(ascii: "1") else { throw .version }
    }

    /// The method and the target of the current request, as far as present, for display.
    var parts: (method: String, target: String) {
        let parts = requestLine.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        return (
            String(decoding: parts.first ?? [], as: UTF8.self),
            String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
        )
    }

    /// Returns whether a byte is allowed in a token (RFC 9110 §5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    // MARK: Bytes

    /// Returns whether a byte is printable, a blank, a tab, or not ASCII.
    private static func isText(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, bytes.count)
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// Returns whether bytes equal a word of lower-case letters and hyphens, ignoring case.
    private static func equal(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        return bytes.indices.allSatisfy { index in
            let byte = bytes[index]
            return ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == word.utf8Start[index]
        }
    }

    private static func length(_ value: UnsafeRawBufferPointer) throws(RequestFault) -> UInt64 {
        guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .length }
        var number: UInt64 = 0
        for byte in value {
            let (product, isOver) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOverToo) = product.addingReportingOverflow(UInt64(byte - 0x30))
            guard !isOver, !isOverToo, sum <= UInt64(Int64.max) else { throw .bodyTooLong }
            number = sum
        }
        return number
    }

    /// Returns the size at the beginning of a chunk size line (RFC 9112 §7.1); extensions are ignored.
    private static func chunkSize(_ line: UnsafeRawBufferPointer) throws(RequestFault) -> UInt64 {
        var size: UInt64 = 0
        var digits = 0
        for byte in line {
            switch byte {
            case 0x30...0x39: size = size << 4 | UInt64(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: size = size << 4 | UInt64((byte | 0x20) - 0x61 + 10)
            case UInt8(ascii: ";") where digits > 0: return size
            default: throw .chunk
            }
            digits += 1
            guard digits <= 15 else { throw .chunk }
        }
        guard digits > 0 else { throw .chunk }
        return size
    }
}
