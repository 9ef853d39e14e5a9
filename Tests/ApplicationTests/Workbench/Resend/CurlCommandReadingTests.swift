import Exchanges
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing
import Workbench

/// Commands for curl, as browsers copy them.
@Suite struct CurlCommandReadingTests {
    private static let table = "Tests/ApplicationTests/Workbench/curl.table"

    @Test(arguments: TableRow.all(in: table)) func `a command is read as its row says`(row: TableRow) throws {
        switch row[0] {
        case "request":
            let request = try CurlCommand(row[1], hashes: .nettle).request
            let headers = request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
            #expect(request.firstLine == row[2])
            #expect(headers == row[3])
            #expect(request.textBody == row[4])
        default:
            let error = #expect(throws: MessageMistake.self) { try CurlCommand(row[1], hashes: .nettle) }
            #expect(error?.description.contains(row[2]) ?? false, "\(error?.description ?? "")")
        }
    }

    @Test func `a form is sent in parts, and -k is noted`() throws {
        let command = try CurlCommand("curl -k https://a.example/ -F a=1 --form-string b=@c", hashes: .nettle)
        #expect(command.acceptsAnyCertificate)
        let body = command.request.textBody ?? ""
        #expect(body.contains("name=\"a\"\r\n\r\n1") && body.contains("name=\"b\"\r\n\r\n@c"))
        #expect(command.request.headers.first("content-type")?.hasPrefix("multipart/form-data") ?? false)
    }

    @Test func `there are as many rows as there were`() { #expect(TableRow.all(in: Self.table).count > 35) }
}
