import Chance
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

    private static let faulty: [(String, RequestFault)] = [
        ("GET /\r\n", .requestLine), ("GET  / HTTP/1.1\r\n", .requestLine),
        ("GET /  HTTP/1.1\r\n", .requestLine),
        ("GET / HTTP/1.1 \r\n", .requestLine), (" GET / HTTP/1.1\r\n", .requestLine),
        ("GET / a HTTP/1.1\r\n", .requestLine), ("G(T / HTTP/1.1\r\n", .requestLine),
        ("GET / http/1.1\r\n", .requestLine), ("GET / HTTP/1.10\r\n", .requestLine),
        ("GET /\ta HTTP/1.1\r\n", .requestLine), ("\r\n\r\n\r\n\r\n\r\n", .requestLine),
        ("GET / HTTP/2.0\r\n", .version), ("GET / HTTP/0.9\r\n", .version),
        ("GET /a\u{1}b HTTP/1.1\r\n", .controlCharacter), ("GET /\u{7F} HTTP/1.1\r\n", .controlCharacter),
        ("GET / HTTP/1.1\n", .lineFeed), ("GET / HTTP/1.1\r\nHost: a\n", .lineFeed),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n", .lineFeed), ("\n", .lineFeed),
        ("GET / HTTP/1.1\rHost: a\r\r", .carriageReturn),
        ("GET / HTTP/1.1\r\nHost: a\rX: b\r\n", .carriageReturn), ("\r\r\n", .carriageReturn),
        ("GET / HTTP/1.1\r\nX: a\0b\r\n", .controlCharacter),
        ("GET / HTTP/1.1\r\nX\0: a\r\n", .controlCharacter),
        ("GET / HTTP/1.1\r\nX: a\r\n b\r\n", .foldedField),
        ("GET / HTTP/1.1\r\nX: a\r\n\tb\r\n", .foldedField),
        ("GET / HTTP/1.1\r\n X: a\r\n", .foldedField), ("GET / HTTP/1.1\r\nX: a\r\n \r\n", .foldedField),
        ("GET / HTTP/1.1\r\nno colon\r\n", .noColon), ("GET / HTTP/1.1\r\n: a\r\n", .fieldName),
        ("GET / HTTP/1.1\r\n:\r\n", .fieldName), ("GET / HTTP/1.1\r\nHost : a\r\n", .fieldName),
        ("GET / HTTP/1.1\r\nHost\t: a\r\n", .fieldName), ("GET / HTTP/1.1\r\nH\u{E9}: a\r\n", .fieldName),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 1\r\n", .lengths),
        ("POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n", .length),
        ("POST / HTTP/1.1\r\nContent-Length:\r\n", .length),
        ("POST / HTTP/1.1\r\nContent-Length: +1\r\n", .length),
        ("POST / HTTP/1.1\r\nContent-Length: 0x1\r\n", .length),
        ("POST / HTTP/1.1\r\nContent-Length: 9223372036854775808\r\n", .bodyTooLong),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n", .bodyTooLong),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n", .coding),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked, chunked\r\n", .coding),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\ntransfer-encoding: chunked\r\n", .coding),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: CHUNKED\r\n\r\n", .lengthAndCoding),
    ]

    private static let chunked = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: Chunked\r\n\r\n"

    private static let faultyBodies: [(String, RequestFault)] = [
        ("zz\r\n", .chunk), ("\r\n", .chunk), ("-1\r\n", .chunk), ("5 5\r\n", .chunk), ("0x5\r\n", .chunk),
        (";a\r\n", .chunk), ("FFFFFFFFFFFFFFFFFF\r\n", .chunk), ("5\r\nhelloX\r\n", .chunk),
        ("5\nhello", .lineFeed), ("5\r\nhello\n", .lineFeed), ("5;\u{1}\r\n", .controlCharacter),
        ("5;" + String(repeating: "a", count: 2000), .chunk), ("0\r\nA: b\r\n c\r\n", .foldedField),
        ("0\r\n: b\r\n", .fieldName), ("0\r\nA: b\n", .lineFeed), ("0\r\nno colon\r\n", .noColon),
        ("0\r\n" + String(repeating: "A: b\r\n", count: 5000), .headTooLarge),
    ]

    @Test(arguments: faulty + faultyBodies.map { (chunked + $0.0, $0.1) })
    func `an ambiguous request is detected`(_ text: String, _ fault: RequestFault) {
        let bytes = Array(text.utf8)
        #expect(Self.scan([bytes]).1 == fault)
        #expect(Self.scan(bytes.map { [$0] }).1 == fault)
        // Also after valid requests.
        let sound = Array("GET / HTTP/1.1\r\n\(Self.host)\r\n".utf8)
        var scanner = RequestScanner()
        let verdict = (sound + sound + bytes).withUnsafeBytes { scanner.scan($0) }
        #expect(verdict == .faulty(fault, behind: 2 * sound.count))
        #expect(scanner.requests == 2)
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
        let bytes = requests.joined() + Array((wrong?.0 ?? "").utf8)
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
        #expect(found == wrong?.1)
        #expect(scanner.requests == requests.count && scanner.heads == requests.count)
    }

    @Test(arguments: 0..<300)
    func `any bytes give the same result in one piece and byte by byte`(_ seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(
            (Self.sound + Self.faulty.map { Array($0.0.utf8) }).shuffled(using: &chance).joined())
        for _ in 0..<3 {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            bytes[place] = UInt8.random(in: 0...255, using: &chance)
        }
        let (whole, fault) = Self.scan([bytes])
        let (pieces, other) = Self.scan(bytes.map { [$0] })
        #expect(fault == other && whole.requests == pieces.requests && whole.heads == pieces.heads)
    }
}
