import FoundationEssentials
import TestSupport
import Testing

/// What `y` and `Y` send to a real terminal.
@Suite struct CopyTests {
    @Test func `address and curl command go to the terminal as Base64`() async throws {
        let site = try await Site.serving(["a.html": "<title>News</title><p>one"])
        let url = site.address + "/a.html"
        let pty = try Pty(
            binary(named: "sonic"), [url, "-H", "Cookie: a=hidden"], environment: site.environment, rows: 30,
            columns: 120)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("y")
        _ = try await pty.waitUntil(contains: "The address was given to the terminal")
        await pty.send("Y")
        _ = try await pty.waitUntil(contains: "The curl command was given to the terminal")
        let copied = await copies(in: pty.output)
        #expect(copied.first == url && copied.count == 2)
        #expect(copied.last?.hasPrefix("curl '\(url)' -H '") == true)
        #expect(copied.last?.contains("Cookie: a=***") == true)
    }

    /// The texts of the sequences OSC 52 in what a program wrote.
    private func copies(in output: [UInt8]) -> [String] {
        let parts = String(decoding: output, as: UTF8.self).components(separatedBy: "\u{1B}]52;c;")
            .dropFirst()
        return parts.map { part in
            let text = String(part.prefix { $0 != "\u{07}" })
            return String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
        }
    }
}
