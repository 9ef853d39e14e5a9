import TestSupport
import Testing

@testable import SonicServer

/// Untrusted input in the log of the real program is escaped.
@Suite struct LogSafetyTests {
    private static let hostile = [
        "\u{9B}7777m", "\u{9D}0;owned\u{9C}", "\u{85}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{E0041}",
        "\u{FFF9}",
        "\u{1FFFE}", String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self), "%1B%5B7777m", "%C2%9B",
    ].joined(separator: "x")

    @Test(arguments: [["--log"], ["--log", "--json"]])
    func `a log line contains no terminal control characters`(_ options: [String]) async throws {
        let program = try Program(
            binary(named: "sonic-server"), ["demo", "--listen", "127.0.0.1:0", "--stats"] + options)
        let port = try #require(UInt16(try await program.line(beginning: "listening on http://127.0.0.1:")))
        for target in ["/\(Self.hostile)", "/clock?\(Self.hostile)"] {
            RawClient(port).ask(
                target, method: "GET",
                [
                    "accept-diff: true", "If-None-Match: \(Self.hostile)", "template-tag: \(Self.hostile)",
                    "User-Agent: \(Self.hostile)", "X-Forwarded-For: \(Self.hostile)", "Connection: close",
                ])
        }
        try await program.wait(for: "/clock?")
        await program.signal(15)
        let finished = try await program.finish()
        #expect(finished.output.split(separator: "\n").count >= 3, "\(finished.output)")
        let scalars = (finished.output + finished.errors).unicodeScalars
        let dangerous = scalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB,
                0xE0000...0xE007F:
                true
            default: scalar.value & 0xFFFE == 0xFFFE
            }
        }
        #expect(dangerous.isEmpty, "\(finished.output)")
    }
}
