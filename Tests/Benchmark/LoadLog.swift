import Glibc

/// The server's log of each client's requests.
struct LoadLog {
    /// The outcomes of each client's requests in order, by the client's number.
    private(set) var outcomes: [Int: [String]] = [:]

    /// Reads a log of one JSON object per line.
    init(of path: String) throws {
        guard let file = fopen(path, "r") else { throw Failure(call: "open \(path)") }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while case let count = getline(&line, &room, file), count > 0, let line {
            let bytes = UnsafeRawBufferPointer(start: line, count: count)
            guard bytes.first == UInt8(ascii: "{") else { continue }
            let words = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            guard let target = Self.value(of: "target", in: words),
                let outcome = Self.value(of: "outcome", in: words),
                let client = target.split(separator: "=").last.flatMap({ Int($0) })
            else { throw Failure("the server logged \(String(decoding: bytes, as: UTF8.self))") }
            outcomes[client, default: []].append(outcome)
        }
    }

    /// The number of logged requests.
    var count: Int { outcomes.values.reduce(0) { $0 + $1.count } }

    /// The string of a member; the log's strings need no unescaping here.
    private static func value(of name: String, in words: [Slice<UnsafeRawBufferPointer>]) -> String? {
        guard let place = words.firstIndex(where: { $0.elementsEqual(name.utf8) }), place + 2 < words.count
        else { return nil }
        return String(decoding: words[place + 2], as: UTF8.self)
    }

    /// The first line of a file without its line end; empty if there is none yet.
    static func beginning(of path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(call: "open \(path)") }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(file, &buffer, buffer.count)
        guard count > 0, let end = buffer[..<count].firstIndex(of: 0x0A) else { return "" }
        return String(decoding: buffer[..<end], as: UTF8.self)
    }
}
