import SonicProtocol
import TestSupport
import Testing

@testable import Exchanges
@testable import Workbench

@Suite struct SecretsTests {
    @Test(arguments: TableRow.rows("secret", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `credentials are masked and their names stay`(row: TableRow) {
        let (name, value, masked) = (row[1], row[2], row[3])
        #expect(Secrets.masked.value(of: HeaderField(name, value)) == masked)
        #expect(Secrets.kept.value(of: HeaderField(name, value)) == value)
    }

    private static let reader = Secrets(.masked, in: SecretHeaders(["X-Api-Key"]))

    @Test(arguments: [
        ("X-Api-Key", "one two", "***"), ("x-api-KEY", "one", "***"), ("X-Api-Keys", "one", "one"),
        ("Cookie", "sid=one", "sid=***"),
    ])
    func `a header named by the user is masked completely`(name: String, value: String, masked: String) {
        let field = HeaderField(name, value)
        #expect(Self.reader.value(of: field) == masked)
        #expect(Secrets(.kept, in: SecretHeaders(["X-Api-Key"])).value(of: field) == value)
        let head = HeadMask.head(
            Array("GET / HTTP/1.1\r\n\(name): \(value)\r\n more\r\n\r\n".utf8), Self.reader)
        #expect(String(decoding: head, as: UTF8.self).contains("\(name): \(masked)\r\n"))
    }

    @Test func `a copied curl command does not contain its value`() throws {
        let url = try WebURL.parse("http://a.example/")
        let request = Request(url: url, headers: Headers([HeaderField("X-Api-Key", "one")]))
        #expect(RequestCode.curl.text(request, secrets: Self.reader).contains("-H 'X-Api-Key: ***'"))
    }
}
