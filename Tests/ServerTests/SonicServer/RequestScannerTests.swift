import Chance
import TestSupport
import Testing

@testable import SonicServer

@Suite struct RequestScannerTests {
    private static let host = "Host: a\r\n"

    /// The result of scanning the bytes in these parts.
    private static func scan(_ parts: [[UInt8]]) -> (RequestScanner, RequestFault?) {
        var scanner = RequestScanner()
        for part in parts {
            let verdict = part.withUnsafeBytes { scanner.scan($0) }
            if case .faulty(let fault, _) = verdict { return (scanner, fault) }
        }
        return (scanner, nil)
    }

    private static let rows = TableRow.all(in: "Tests/ServerTests/SonicServer/requests.table")
    private static let faulty = rows.filter { $0[0] == "head" }.map { ($0.bytes[1], $0[2]) }

    private static let chunked = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: Chunked\r\n\r\n"

    @Test(arguments: rows) func `an ambiguous request is detected`(row: TableRow) {
        Self.check(row.bytes[1], row[2])
    }

    private static func check(_ bytes: [UInt8], _ fault: String) {
        #expect(scan([bytes]).1.map { "\($0)" } == fault)
        #expect(scan(bytes.map { [$0] }).1.map { "\($0)" } == fault)
        // Also after valid requests.
        let sound = Array("GET / HTTP/1.1\r\n\(host)\r\n".utf8)
        var scanner = RequestScanner()
        let verdict = (sound + sound + bytes).withUnsafeBytes { scanner.scan($0) }
        guard case .faulty(let found, 2 * sound.count) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect("\(found)" == fault && scanner.requests == 2)
    }

    @Test func `the table is there`() {
        #expect(Self.rows.count >= 61)
    }

    @Test func `heads are limited, and the fault names the part that is too long`() {
        let long = String(repeating: "a", count: 200_000)
        for (text, fault): (String, RequestFault) in [
            ("GET /\(long)", .targetTooLong), ("GET / HTTP/1.1\r\nX: \(long)", .headTooLarge),
            ("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 1000), .headTooLarge),
            ("GET / HTTP/1.1\r\nCookie: \(String(repeating: "a;", count: 1000))\r\n", .headTooLarge),
            ("GET /?\(String(repeating: "a&", count: 1000)) HTTP/1.1\r\n", .targetTooLong),
        ] {
            #expect(Self.scan([Array(text.utf8)]).1 == fault)
        }
        let trailers = Self.chunked + "0\r\n" + String(repeating: "A: b\r\n", count: 5000)
        Self.check(Array(trailers.utf8), "headTooLarge")
        let most = "GET / HTTP/1.1\r\nX: \(long.prefix(27_000))\r\n\r\n"
        #expect(Self.scan([Array(most.utf8)]).1 == nil)
    }

    /// Valid requests with different bodies and framing.
    private static let sound = [
        "GET / HTTP/1.1\r\n\(host)\r\n", "GET /%e9?\u{E9}& HTTP/1.0\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\n\(host)\r\n",
        "POST / HTTP/1.1\r\n\(host)Content-Length: 12\r\n\r\n\r\n\r\nGET /\n\0:",
        "POST / HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n",
        chunked + "5\r\nhello\r\n00\r\n\r\n",
        chunked + "3;a=\"b\"\r\n\r\n\n\r\nA\r\n0123456789\r\n0\r\nTrailer: \u{E9}\r\n\r\n",
        "GET / HTTP/1.1\r\n\(host)X:\r\nY:\t a\tb \r\nHost2: \u{E9}\r\n\r\n",
        "OPTIONS * HTTP/1.9\r\n\(host)\r\n",
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<200)
    func `requests are recognized however their bytes are split`(_ seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        let requests = (0..<20).map { _ in Self.sound[Int.random(in: 0..<Self.sound.count, using: &chance)] }
        // Some sequences end with an invalid request.
        let wrong = seed % 3 == 0 ? nil : Self.faulty[Int.random(in: 0..<Self.faulty.count, using: &chance)]
        let bytes = requests.joined() + (wrong?.0 ?? [])
        var scanner = RequestScanner()
        var rest = Array(bytes)[...]
        var passed = 0
        var found: RequestFault?
        while !rest.isEmpty, found == nil {
            let part = Array(rest.prefix(Int.random(in: 1...60, using: &chance)))
            rest = rest.dropFirst(part.count)
            switch part.withUnsafeBytes({ scanner.scan($0) }) {
            case .sound: passed += part.count
            case .faulty(let fault, let behind):
                found = fault
                #expect(behind <= part.count)
                if behind > 0 { #expect(passed + behind == requests.joined().count) }
            }
        }
        #expect(found.map { "\($0)" } == wrong?.1)
        #expect(scanner.requests == requests.count && scanner.heads == requests.count)
    }

    @Test(arguments: 0..<300)
    func `any bytes give the same result in one piece and byte by byte`(_ seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(
            (Self.sound + Self.faulty.map(\.0)).shuffled(using: &chance).joined())
        for _ in 0..<3 {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            bytes[place] = UInt8.random(in: 0...255, using: &chance)
        }
        let (whole, fault) = Self.scan([bytes])
        let (pieces, other) = Self.scan(bytes.map { [$0] })
        #expect(fault == other && whole.requests == pieces.requests && whole.heads == pieces.heads)
    }
}
