import SonicProtocol

/// Detects upstream response headers that client and proxy may parse differently, or that are not valid HTTP/1 (RFC
/// 9112 §2.2, §5, §6.3). A response with such headers is not forwarded.
public enum AnswerScrutiny {
    /// Returns what is wrong with response headers, as words that follow the upstream's name, or nil for valid ones.
    ///
    /// - Parameters:
    ///   - raw: The exact bytes: the status line, the fields, the empty line. A line may end with a line feed alone.
    ///   - mayUpgrade: Whether a change to another protocol was requested.
    public static func objection(to raw: [UInt8], mayUpgrade: Bool = false) -> String? {
        let lines = raw.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }
        guard lines.allSatisfy({ $0.allSatisfy(isText) }) else {
            return "sent a header with control characters"
        }
        guard let statusLine = lines.first, let status = status(statusLine) else {
            return "sent a response whose first line is not a status of HTTP/1"
        }
        if status == 101, !mayUpgrade { return "changed to another protocol, which was not requested" }
        for (before, line) in zip(lines, lines.dropFirst()) where !line.isEmpty {
            if let reason = objection(toLine: line, behindStatusLine: before.startIndex == raw.startIndex) {
                return reason
            }
        }
        return objection(toFraming: Headers(behindFirstLineOf: raw), of: statusLine, status)
    }

    private static func objection(toLine line: ArraySlice<UInt8>, behindStatusLine: Bool) -> String? {
        // A folded line belongs to the field before it, to which `Headers` joins it with a blank.
        if line.first == 0x20 || line.first == 0x09 {
            return behindStatusLine ? "sent a header that begins with a folded line" : nil
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return "sent a line without a colon in its header"
        }
        // A blank before the colon would be part of the name for libcurl.
        guard HeaderField(nameBytes: line[..<colon], valueBytes: []).isWellFormed else {
            return "sent a header field whose name is not a token"
        }
        return nil
    }

    private static func objection(
        toFraming headers: Headers, of statusLine: ArraySlice<UInt8>, _ status: Int
    ) -> String? {
        let lengths = headers.all("content-length").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).map { Bytes.trimmed(Array($0.utf8)) }
        }
        if Set(lengths.map { Array($0) }).count > 1 { return "sent different Content-Lengths" }
        guard lengths.allSatisfy({ isNumber($0) }) else {
            return "sent a Content-Length that is not a number"
        }
        let codings = headers.all("transfer-encoding")
        guard !codings.isEmpty else { return nil }
        if codings.count > 1 || codings[0].lowercased() != "chunked" {
            return "sent a Transfer-Encoding that is not chunked"
        }
        if statusLine.starts(with: "HTTP/1.0".utf8) { return "sent Transfer-Encoding with HTTP/1.0" }
        let hasBody = status >= 200 && status != 204 && status != 304
        if hasBody, !lengths.isEmpty { return "sent both Content-Length and Transfer-Encoding" }
        return nil
    }

    /// Returns the status of a status line (RFC 9112 §4), or nil if it is invalid.
    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].count == 8, parts[0].starts(with: "HTTP/1.".utf8),
            parts[0].last.map(isDigit) == true, parts[1].count == 3, parts[1].allSatisfy(isDigit)
        else { return nil }
        let status = parts[1].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return status >= 100 ? status : nil
    }

    private static func isText(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns whether bytes are a valid body length.
    private static func isNumber(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isDigit)
            && Int64(String(decoding: bytes, as: UTF8.self)) != nil
    }
}
