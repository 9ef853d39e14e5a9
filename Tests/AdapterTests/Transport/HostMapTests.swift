import SonicProtocol
import TestSupport
import Testing

@testable import Transport

@Suite struct HostMapTests {
    private static func map(_ text: String) -> HostMap { HostMap(Array(text.utf8)) }

    private static func find(_ map: HostMap, _ url: String) throws -> String? {
        map.address(for: try WebURL.parse(url))?.description
    }

    @Test(
        arguments: TableRow.rows(
            "an IP address is accepted", in: "Tests/AdapterTests/Transport/transport.table"))
    func `an IP address is accepted in its usual notations only`(row: TableRow) {
        let (text, address) = (row[1], row.optional(2))
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

    @Test(arguments: TableRow.rows("mapping", in: "Tests/AdapterTests/BrowserServices/lines.table"))
    func `a mapping is given as HOST, optional PORT, and ADDRESS`(row: TableRow) throws {
        let (text, url, address) = (row[1], row[2], row.optional(3))
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
