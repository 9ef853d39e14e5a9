import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `Answers` {
    @Test func `Content-Length without a space after its colon is accepted`() async throws {
        let sent = "HTTP/1.1 200 OK\r\nContent-Length:5\r\n\r\nHello"
        let told = try await answer(.send(sent))
        #expect(told.text == "Hello")
        #expect(told.heads[0].headers.first("content-length") == "5")
        #expect(told.report?.bytesReceived == sent.utf8.count)
    }

    @Test func `the bytes of the headers are kept exactly`() async throws {
        let raw =
            "HTTP/1.1 200 \r\nCache-Offline: true\r\nX-Odd :  a\t\r\nCache-Offline: store\r\nContent-Length: 0\r\n\r\n"
        let told = try await answer(.send(raw))
        #expect(told.heads.map { String(decoding: $0.raw, as: UTF8.self) } == [raw])
        #expect(told.heads[0].reason == "")
        #expect(told.heads[0].headers.all("cache-offline") == ["true", "store"])
    }

    @Test func `interim responses are skipped`() async throws {
        let told = try await answer(
            .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), page("ok"))
        #expect(told.heads.map(\.status) == [200])
        #expect(told.text == "ok")
    }

    @Test func `a chunked body is assembled, and its trailers are not headers`() async throws {
        let told = try await answer(
            .send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nHel\r\n2;x=y\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n"))
        #expect(told.text == "Hello")
        #expect(told.heads.count == 1)
        #expect(told.failure == nil)
    }

    @Test func `a body without a length ends with the connection`() async throws {
        let told = try await answer(.send("HTTP/1.0 200 OK\r\n\r\nHello"))
        #expect(told.text == "Hello")
        #expect(told.failure == nil)
        #expect(told.heads[0].version == "HTTP/1.0")
    }

    @Test func `pieces arrive as they are sent`() async throws {
        let gate = Gate()
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none"), .wait(gate), .send("two"),
        ])
        var body: [String] = []
        for await event in CurlConnection().exchange(try request(server.url())) {
            guard case .bodyReceived(let bytes) = event else { continue }
            body.append(String(decoding: bytes, as: UTF8.self))
            gate.open()
        }
        #expect(body == ["one", "two"])
    }

    @Test func `a redirect is a response like any other`() async throws {
        let told = try await answer(page("moved", status: "302 Found", ["Location: /elsewhere"]))
        #expect(told.heads.map(\.status) == [302])
        #expect(told.text == "moved")
    }

    @Test func `a 304 with a coding and without a body is complete`() async throws {
        let told = try await answer(
            .send("HTTP/1.1 304 Not Modified\r\nCache-Offline: store\r\nContent-Encoding: gzip\r\n\r\n"),
            fields: [("Accept-Encoding", "gzip")])
        #expect(told.failure == nil)
        #expect(told.heads.map(\.status) == [304])
        #expect(told.body.isEmpty)
    }

    @Test func `an empty body with a coding is complete`() async throws {
        let told = try await answer(
            .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"),
            fields: [("Accept-Encoding", "gzip")])
        #expect(told.failure == nil)
        #expect(told.heads.map(\.status) == [200])
        #expect(told.body.isEmpty)
    }

    @Test(arguments: [("gzip", Coded.gzip), ("br", Coded.brotli), ("zstd", Coded.zstd)])
    func `a coded body is decoded if the request has Accept-Encoding`(coding: String, bytes: [UInt8])
        async throws
    {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let offered = try await answer(
            .send(Array(head.utf8) + bytes), fields: [("Accept-Encoding", "gzip, br, zstd")])
        #expect(offered.text == "hello")
        #expect(offered.report?.bytesReceived == head.utf8.count + bytes.count)
        #expect(offered.report?.bodyBytesReceived == bytes.count)
        #expect(offered.report?.codedBody == bytes)
        let notOffered = try await answer(.send(Array(head.utf8) + bytes))
        #expect(notOffered.body == bytes)
    }

    @Test func `an uncompressed body is not kept twice`() async throws {
        let told = try await answer(page("hello"))
        #expect(told.report?.codedBody == nil)
        #expect(told.report?.bodyBytesReceived == 5)
    }

    @Test func `the wire bytes of a coded body are kept up to a limit`() throws {
        // A gzip member, followed by zeros.
        let body = EncodedBody([.gzip])
        func take(_ piece: [UInt8]) throws {
            #expect(try piece.withUnsafeBytes { try body.unpack($0) { _ in true } })
        }
        try take(Coded.gzip)
        try take([UInt8](repeating: 0, count: EncodedBody.limit - Coded.gzip.count))
        #expect(body.bytes?.count == EncodedBody.limit)
        try take([0])
        #expect(body.bytes == nil)
    }

    @Test func `only the request's own Accept-Encoding is sent`() async throws {
        let told = try await answer(
            page(""), fields: [("X-A", "1"), ("Accept-Encoding", "gzip, br"), ("X-B", "2")])
        #expect(told.requests[0].contains("X-A: 1\r\nAccept-Encoding: gzip, br\r\nX-B: 2\r\n"))
        #expect(told.requests[0].components(of: "Accept-Encoding") == 1)
    }

    @Test func `a response to HEAD has a length and no body`() async throws {
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"), .awaitHangUp,
        ])
        let told = await Told(CurlConnection().exchange(try request(server.url(), method: "HEAD")))
        #expect(told.failure == nil)
        #expect(told.requests[0].hasPrefix("HEAD / HTTP/1.1\r\n"))
        #expect(told.heads.map(\.status) == [200])
    }
}

@Suite struct `Reports` {
    @Test func `a report has the metrics of the transfer`() async throws {
        let server = RawServer([.readRequest, page("Hello")])
        let told = await Told(CurlConnection().exchange(try request(server.url())))
        let report = try #require(told.report)
        #expect(report.peer == "127.0.0.1:\(server.port)")
        #expect(report.version == "HTTP/1.1")
        #expect(report.tls == nil)
        #expect(report.bytesSent == told.requests[0].utf8.count)
        #expect(report.bytesReceived == told.heads[0].raw.count + 5)
        #expect(Set(report.timings.keys) == [.connecting, .waiting, .receiving])
        #expect(report.timings.values.allSatisfy { $0 >= .zero && $0 < .seconds(60) })
    }

    @Test func `the time to send a request is measured as a part of waiting`() async throws {
        let server = RawServer([.readRequest, page("taken"), .readRequest, page("again"), .awaitHangUp])
        let connection = CurlConnection()
        // More than a socket buffer, so that it cannot be sent before the server reads it.
        let body = [UInt8](repeating: 0x61, count: 8 << 20)
        let first = await Told(
            connection.exchange(try request(server.url("/form"), method: "POST", body: body)))
        let report = try #require(first.report)
        let sending = try #require(report.sending)
        let waiting = try #require(report.timings[.waiting])
        #expect(sending > .zero && sending <= waiting + .milliseconds(1))
        let second = await Told(connection.exchange(try request(server.url("/2"))))
        let short = try #require(second.report?.sending)
        #expect(short >= .zero && short < sending)
    }

    @Test func `a second request reuses the connection`() async throws {
        let server = RawServer([.readRequest, page("one"), .readRequest, page("two"), .awaitHangUp])
        let connection = CurlConnection()
        let first = await Told(connection.exchange(try request(server.url("/1"))))
        let second = await Told(connection.exchange(try request(server.url("/2"))))
        #expect(first.text == "one")
        #expect(second.text == "two")
        #expect(second.phases == [.waiting, .receiving])
        #expect(second.report.map { Set($0.timings.keys) } == [.waiting, .receiving])
    }

    @Test func `bytes after the end of a response do not affect the next one`() async throws {
        let server = RawServer { number in
            number == 0
                ? [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nonetwo"), .awaitHangUp]
                : [.readRequest, page("three")]
        }
        let connection = CurlConnection()
        #expect(await Told(connection.exchange(try request(server.url()))).text == "one")
        #expect(await Told(connection.exchange(try request(server.url()))).text == "three")
    }

    @Test func `a kept connection that the server closed is replaced`() async throws {
        let server = RawServer([.readRequest, page("hello")])
        let connection = CurlConnection()
        for _ in 0..<3 {
            let told = await Told(connection.exchange(try request(server.url())))
            #expect(told.text == "hello")
        }
    }
}

/// `hello` in three codings, each written by hand from its specification with stored bytes.
enum Coded {
    /// RFC 1952: header, one stored block (RFC 1951 §3.2.4), CRC-32 of the text, its length.
    static let gzip: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 5, 0, 0xFA, 0xFF] + Array("hello".utf8)
        + [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0]
    /// RFC 7932 §9.2: window, an uncompressed meta-block, an empty last one.
    static let brotli: [UInt8] = [0x0B, 0x02, 0x80] + Array("hello".utf8) + [0x03]
    /// RFC 8878 §3.1.1: magic, a single segment of five bytes, one raw last block.
    static let zstd: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0] + Array("hello".utf8)
}

extension String {
    /// How often a text occurs.
    func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
