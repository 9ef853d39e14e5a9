import SonicProtocol
import Testing

@testable import Transport

@Suite struct HostMapTests {
    private static func map(_ text: String) -> HostMap { HostMap(Array(text.utf8)) }

    private static func find(_ map: HostMap, _ url: String) throws -> String? {
        map.address(for: try WebURL.parse(url))?.description
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:8080", "192.0.2.1:8080"), ("2001:DB8::1", "[2001:db8::1]"),
        ("[2001:db8::1]", "[2001:db8::1]"), ("[::1]:8080", "[::1]:8080"), ("192.0.2", nil), ("8420", nil),
        ("192.0.2.1:", nil), ("192.0.2.1:0", nil), ("192.0.2.1:65536", nil), ("192.0.2.256", nil),
        ("0x7f.0.0.1", nil), ("news.example", nil), ("[::1", nil), ("", nil), ("192.0.2.1/a", nil),
        ("a@192.0.2.1", nil), ("192.0.2.1:+80", nil),
    ])
    func `an IP address is accepted in its usual notations only`(_ text: String, _ address: String?) {
        #expect(HostAddress(text)?.description == address)
    }

    @Test func `a list has host and address in either order, and the first line of a host counts`() throws {
        let map = Self.map(
            """
            # where things are today
            news.example 192.0.2.1     # the new machine
            192.0.2.2\tNews.Example other.example\r
            other.example:8443 [::1]:443

            """)
        #expect(map.problems == [])
        #expect(try Self.find(map, "http://news.example/a") == "192.0.2.1")
        #expect(try Self.find(map, "https://other.example/") == "192.0.2.2")
        #expect(try Self.find(map, "https://other.example:8443/") == "[::1]:443")
        #expect(try Self.find(map, "http://example/") == nil)
    }

    @Test func `a mapping with a port precedes one without, and the default port counts as a port`() throws {
        let map = Self.map("a.example 192.0.2.1\na.example:443 192.0.2.2\n")
        #expect(try Self.find(map, "https://a.example/") == "192.0.2.2")
        #expect(try Self.find(map, "http://a.example/") == "192.0.2.1")
    }

    @Test func `invalid lines are reported with their numbers, twenty at most`() {
        let map = Self.map("a.example\n\nnews.example b.example\n192.0.2.1 a/b\n\u{1F}\n")
        #expect(map.problems.map(\.position.line) == [1, 3, 4, 5])
        #expect(Self.map(String(repeating: "x\n", count: 1000)).problems.count == 20)
        #expect(HostMap([0xFF, 0x00, 0x20, 0x80]).problems.count == 1)
    }

    @Test(arguments: [
        ("news.example:192.0.2.1", "http://news.example/", "192.0.2.1"),
        ("news.example:192.0.2.1", "https://news.example:444/", "192.0.2.1"),
        ("news.example:8420:192.0.2.1", "http://news.example:8420/", "192.0.2.1"),
        ("news.example:8420:192.0.2.1", "http://news.example/", nil),
        ("news.example:80:192.0.2.1:8080", "http://news.example/", "192.0.2.1:8080"),
        ("news.example:192.0.2.1:8080", "http://news.example/", "192.0.2.1:8080"),
        ("news.example:2001:db8::1", "http://news.example/", "[2001:db8::1]"),
        ("news.example:443:[2001:db8::1]:1", "https://news.example/", "[2001:db8::1]:1"),
        ("[::1]:80:192.0.2.1", "http://[::1]/", "192.0.2.1"),
    ])
    func `a mapping is given as HOST, optional PORT, and ADDRESS`(
        _ text: String, _ url: String, _ address: String?
    ) throws {
        var map = HostMap()
        let isTaken = map.resolve(text)
        #expect(isTaken)
        #expect(try Self.find(map, url) == address)
    }

    @Test(arguments: ["", "a", "a:", ":192.0.2.1", "a:b", "a:80", "a:80:", "a b:192.0.2.1", "[::1:192.0.2.1"])
    func `an invalid mapping is refused`(_ text: String) {
        var map = HostMap()
        let isTaken = map.resolve(text)
        #expect(!isTaken)
        #expect(map.isEmpty)
    }
}
