import SonicProtocol
import TestSupport
import Testing

@testable import Configuration

@Suite struct SitePatternTests {
    @Test(arguments: TableRow.rows("site", in: "Tests/ApplicationTests/Configuration/values.table"))
    func `a pattern matches its sites`(row: TableRow) throws {
        let (text, address, fits) = (row[1], row[2], row[3] == "true")
        let pattern = try SitePattern(text) {
            $0 == "bücher.example" ? "xn--bcher-kva.example" : nil
        }
        #expect(pattern.fits(try #require(WebURL(address))) == fits)
    }

    @Test(
        arguments: [
            ("", .noHost), ("http://", .noHost), ("/path", .noHost), (":80", .noHost),
            ("ftp://a", .scheme("ftp")), ("a:b", .port("b")), ("a:", .port("")), ("a:70000", .port("70000")),
            ("a:+1", .port("+1")), ("me@a", .credentials), ("ö", .host("ö")), ("a b", .host("a b")),
        ] as [(String, SitePattern.Failure)])
    func `an invalid pattern is refused with a reason`(_ text: String, _ failure: SitePattern.Failure) {
        #expect(throws: failure) { try SitePattern(text, domainToASCII: nil) }
    }
}
