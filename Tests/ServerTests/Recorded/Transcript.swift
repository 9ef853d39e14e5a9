import Glibc
import SonicProtocol

/// One recorded exchange: the request's and the response head's exact bytes, and the body decoded.
struct Transcript: Sendable {
    let request: [UInt8]
    let head: ResponseHead
    let body: [UInt8]

    /// Why a file is invalid.
    struct Malformed: Error { let reason: String }

    /// Parses a transcript: comment lines with `#`, then the request after `>>> REQUEST`, the head after
    /// `<<< RESPONSE head`, and after `<<< RESPONSE body` as many bytes as that line gives for the decoded body.
    init(_ bytes: [UInt8]) throws(Malformed) {
        let requestStart = try Self.lineEnd(of: ">>> REQUEST", in: bytes, from: 0)
        let headLine = try Self.place(of: "<<< RESPONSE head", in: bytes, from: requestStart)
        let headStart = try Self.lineEnd(of: "<<< RESPONSE head", in: bytes, from: headLine)
        let bodyLine = try Self.place(of: "<<< RESPONSE body", in: bytes, from: headStart)
        let bodyStart = try Self.lineEnd(of: "<<< RESPONSE body", in: bytes, from: bodyLine)
        // (285 bytes on the wire, 285 decoded; …)
        let words = Bytes.text(bytes[bodyLine..<bodyStart]).split { " (,;".contains($0) }
        guard let unit = words.lastIndex(of: "decoded"), unit > 0, let count = Int(words[unit - 1]),
            bodyStart + count <= bytes.count
        else { throw Malformed(reason: "the body's length is missing or too large") }
        guard let head = ResponseHead(raw: Array(bytes[headStart..<bodyLine])) else {
            throw Malformed(reason: "the response has no status line")
        }
        request = Array(bytes[requestStart..<headLine])
        self.head = head
        body = Array(bytes[bodyStart..<bodyStart + count])
    }

    /// The response as sent. The body is sent decoded, so the fields for its coding and framing are removed and a
    /// Content-Length is added; all other lines keep their bytes. A 304, which has no body, keeps every line.
    var answer: [UInt8] {
        guard head.status != 304 else { return head.raw }
        let replaced = ["content-encoding", "transfer-encoding"]
        guard replaced.contains(where: head.headers.contains) else { return head.raw + body }
        let lines = Bytes.text(head.raw).split(separator: "\r\n").filter { line in
            !replaced.contains { line.lowercased().hasPrefix($0 + ":") }
        }
        return Array((lines + ["Content-Length: \(body.count)"]).joined(separator: "\r\n").utf8)
            + Array("\r\n\r\n".utf8) + body
    }

    /// The value of a field in the recorded request; nil for none.
    func asked(_ name: String) -> String? {
        Bytes.text(request).split(separator: "\r\n").dropFirst().first {
            $0.lowercased().hasPrefix(name.lowercased() + ":")
        }.map { String($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
    }

    private static func place(of marker: String, in bytes: [UInt8], from: Int) throws(Malformed) -> Int {
        guard let range = bytes[from...].firstRange(of: Array(marker.utf8)) else {
            throw Malformed(reason: "there is no line \(marker)")
        }
        return range.lowerBound
    }

    private static func lineEnd(of marker: String, in bytes: [UInt8], from: Int) throws(Malformed) -> Int {
        let start = try place(of: marker, in: bytes, from: from)
        guard let end = bytes[start...].firstIndex(of: 0x0A) else {
            throw Malformed(reason: "the file ends in the line \(marker)")
        }
        return end + 1
    }
}
