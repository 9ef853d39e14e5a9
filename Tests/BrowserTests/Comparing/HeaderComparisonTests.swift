import SonicProtocol
import Testing

@testable import Browser

/// Headers compared by name.
@Suite struct HeaderComparisonTests {
    private func rows(_ old: String, _ new: String, _ secrets: Secrets = .kept) -> [HeaderComparison.Row] {
        HeaderComparison(old: Array(old.utf8), new: Array(new.utf8), secrets: secrets).rows
    }

    @Test func `equal, changed, removed and added fields follow the order of the new header`() {
        #expect(
            rows(
                "HTTP/1.1 200 OK\r\nEtag: a\r\nServer: x\r\nVary: *\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nEtag: b\r\nVary: *\r\nAge: 1\r\n\r\n") == [
                    .changed(old: "HTTP/1.1 200 OK", new: "HTTP/1.1 304 Not Modified", nil),
                    .changed(old: "Etag: a", new: "Etag: b", nil), .removed("Server: x"), .same("Vary: *"),
                    .added("Age: 1"),
                ])
    }

    @Test func `names that differ in case are the same, and the difference is shown`() {
        #expect(
            rows("X\r\nETag: a\r\n", "X\r\nEtag: a\r\n") == [
                .same("X"), .changed(old: "ETag: a", new: "Etag: a", .letters),
            ])
    }

    @Test func `a field that moved shows both positions`() {
        #expect(
            rows("X\nA: 1\nB: 2\nC: 3\n", "X\nB: 2\nC: 3\nA: 1\n") == [
                .same("X"), .same("B: 2"), .same("C: 3"), .moved("A: 1", from: 1, to: 3),
            ])
    }

    @Test func `fields with the same name are compared in order`() {
        #expect(
            rows("X\nSet-Cookie: a\nSet-Cookie: b\n", "X\nSet-Cookie: a\nSet-Cookie: c\nSet-Cookie: d\n") == [
                .same("X"), .same("Set-Cookie: a"),
                .changed(old: "Set-Cookie: b", new: "Set-Cookie: c", nil), .added("Set-Cookie: d"),
            ])
    }

    @Test func `secrets that differ are masked and marked as different`() {
        let (old, new) = ("GET / HTTP/1.1\r\nCookie: id=1\r\n", "GET / HTTP/1.1\r\nCookie: id=2\r\n")
        #expect(
            rows(old, new, .masked) == [
                .same("GET / HTTP/1.1"), .changed(old: "Cookie: id=***", new: "Cookie: id=***", .masked),
            ])
        #expect(rows(old, new).last == .changed(old: "Cookie: id=1", new: "Cookie: id=2", nil))
    }

    @Test func `stored headers have no start line`() {
        #expect(
            rows("Etag: a\r\nVary: *\r\n", "Etag: a\r\nVary: *\r\n") == [.same("Etag: a"), .same("Vary: *")])
        #expect(
            rows("Etag: a\r\n", "HTTP/1.1 200 OK\r\nEtag: a\r\n\r\n") == [
                .added("HTTP/1.1 200 OK"), .same("Etag: a"),
            ])
        #expect(
            rows("GET http://a.example/ HTTP/1.1\r\nHost: a\r\n", "Host: a\r\n") == [
                .removed("GET http://a.example/ HTTP/1.1"), .same("Host: a"),
            ])
    }
}
