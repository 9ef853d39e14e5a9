import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@Suite struct DomainNameTests {
    @Test(
        arguments: TableRow.rows(
            "an international domain name has", in: "Tests/AdapterTests/SystemLibraries/systemLibraries.table"
        ))
    func `an international domain name has one ASCII form`(row: TableRow) {
        let (name, ascii) = (row[1], row[2])
        #expect(DomainName.ascii(name) == ascii)
    }

    @Test(arguments: [
        "xn--a", "a\u{200E}ü", "ü\0b", "ü..\u{FFFD}", "☃ß", "☃\u{200D}☃", "…☃",
        String(repeating: "ü", count: 300),
    ])
    func `an invalid domain name has no ASCII form`(_ name: String) {
        #expect(DomainName.ascii(name) == nil)
    }

    @Test func `a URL uses the ASCII form as its host`() throws {
        let url = try WebURL.parse("http://Bücher.example/ü", domainToASCII: DomainName.ascii)
        #expect(url.href == "http://xn--bcher-kva.example/%C3%BC")
    }

    @Test func `many names can be converted concurrently`() async {
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<32 { group.addTask { DomainName.ascii("München.de") } }
            for await ascii in group { #expect(ascii == "xn--mnchen-3ya.de") }
        }
    }
}
