import Testing

@testable import SonicServer

@Suite struct RequestStreamTests {
    private static let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    private static let folded = Array("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n".utf8)

    private static func receive(_ bytes: [UInt8], in stream: inout RequestStream) -> RequestStream.Decision {
        bytes.withUnsafeBytes { stream.receive($0) }
    }

    @Test func `a fault in the first request is refused at once, and later bytes are dropped`() {
        var stream = RequestStream()
        #expect(Self.receive(Self.folded, in: &stream) == .refuse(.foldedField))
        #expect(Self.receive(Self.request, in: &stream) == .drop)
        let isBegun = stream.begin()
        #expect(!isBegun)
    }

    @Test func `a fault after a request waits for the response to that request`() {
        var stream = RequestStream()
        let two = Self.request + Self.request
        #expect(Self.receive(two + Self.folded, in: &stream) == .hold(passing: two.count))
        let begun = (0..<3).map { _ in stream.begin() }
        #expect(begun == [true, true, false])
        #expect(Self.receive(Self.request, in: &stream) == .hold(passing: 0))
        let answers = (0..<2).map { _ in stream.answered() }
        #expect(answers == [nil, .foldedField])
        #expect(Self.receive(Self.request, in: &stream) == .drop)
    }

    @Test func `a fault in a partially received request waits too, and its bytes are not passed on`() {
        var stream = RequestStream()
        #expect(
            Self.receive(Self.request + Self.folded.prefix(20), in: &stream) == .pass(Self.request.count + 20)
        )
        #expect(Self.receive(Array(Self.folded.dropFirst(20)), in: &stream) == .hold(passing: 0))
        let answer = stream.answered()
        #expect(answer == .foldedField)
    }

    @Test(arguments: 1...40) func `chunk extensions are removed from what is passed on`(_ size: Int) {
        let head = "POST / HTTP/1.1\r\nHost: a;b\r\nTransfer-Encoding: chunked\r\n\r\n"
        let sent = head + "5;x=\"y\"\r\na;b;c\r\n00a;\r\n0123456789\r\n0;z;z\r\nT: ;\r\n\r\n"
        let expected = head + "5\r\na;b;c\r\n00a\r\n0123456789\r\n0\r\nT: ;\r\n\r\n"
        var stream = RequestStream()
        var passed: [UInt8] = []
        var rest = Array(sent.utf8)[...]
        while !rest.isEmpty {
            var part = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            #expect(Self.receive(part, in: &stream) == .pass(part.count))
            let count = part.count
            let left = part.withUnsafeMutableBytes { stream.removeExtensions(from: $0, count) }
            passed += part.prefix(left)
        }
        #expect(String(decoding: passed, as: UTF8.self) == expected)
    }

    @Test func `extensions in front of a fault are removed, and those behind it are not passed on`() {
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        let sound = Array("\(head)0;a\r\n\r\n".utf8)
        let faulty = Array("\(head)1;b\r\nzz\r\n".utf8)
        var stream = RequestStream()
        var bytes = sound + faulty
        #expect(Self.receive(bytes, in: &stream) == .hold(passing: sound.count))
        let left = bytes.withUnsafeMutableBytes { stream.removeExtensions(from: $0, sound.count) }
        #expect(String(decoding: bytes.prefix(left), as: UTF8.self) == "\(head)0\r\n\r\n")
    }

    @Test func `a fault during a response cuts the connection`() {
        let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        var early = RequestStream()
        #expect(Self.receive(head, in: &early) == .pass(head.count))
        early.answering()
        #expect(Self.receive(Array("zz\r\n".utf8), in: &early) == .cut)
        var unanswered = RequestStream()
        #expect(Self.receive(head, in: &unanswered) == .pass(head.count))
        #expect(Self.receive(Array("zz\r\n".utf8), in: &unanswered) == .refuse(.chunk))
    }
}
