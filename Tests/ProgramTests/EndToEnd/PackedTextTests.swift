import TestSupport
import Testing

/// Text files compressed with gzip, as documentation is installed.
@Suite struct PackedTextTests {
    /// gzip (RFC 1952) with stored blocks.
    private static func gzip(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        func add(_ number: Int, bytes count: Int) {
            packed += (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(bytes.count, start + 65_535)]
            packed.append(block.endIndex == bytes.count ? 1 : 0)
            add(block.count, bytes: 2)
            add(~block.count, bytes: 2)
            packed += block
        }
        var check: UInt32 = .max
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        add(Int(~check), bytes: 4)
        add(bytes.count, bytes: 4)
        return packed
    }

    @Test(arguments: [
        ("changelog.Debian.gz", "thing (1.0) <unstable>\n  * First\n", "thing (1.0) <unstable>\n  * First\n"),
        ("README.md.gz", "# Thing\n\n* one\n", "Thing\n═════\n  • one\n"),
        ("page.html.gz", "<title>t</title><p>Hello <b>you</b>", "Hello you\n"),
        (
            "news.rss.GZ",
            "<rss version=\"2.0\"><channel><title>News</title><item><title>One</title></item></channel></rss>",
            "News\n════\n\nOne\n───\n"
        ),
        ("notes.gz", "<!DOCTYPE html><p>A page by its first bytes", "A page by its first bytes\n"),
    ])
    func `a gzip file of a text is printed and opened as its content`(
        name: String, text: String, printed: String
    ) async throws {
        let home = try TemporaryFolder()
        let path = try home.write(Self.gzip(text), to: name)
        let sonic = try binary(named: "sonic")
        let environment = Site.environment(home)
        let dump = try await run(sonic, ["dump", path], environment: environment)
        #expect(dump.output == printed && dump.status == .exited(0), "\(dump.errors)")
        let source = try await run(sonic, ["dump", "--source", path], environment: environment)
        #expect(Array(source.output.utf8).count > 10 && source.output != printed)
        let shown = try await run(sonic, ["dump", "file://" + path], environment: environment)
        #expect(shown.output == printed, "\(shown.errors)")
    }

    @Test func `broken gzip data is reported, and a gzip file without text stays compressed`() async throws {
        let home = try TemporaryFolder()
        let sonic = try binary(named: "sonic")
        let broken = try home.write(Array(Self.gzip("some text").dropLast(12)), to: "a.txt.gz")
        let dump = try await run(sonic, ["dump", broken], environment: Site.environment(home))
        #expect(dump.status == .exited(1) && dump.output == "")
        #expect(
            dump.errors.contains(
                "a.txt.gz cannot be printed: it cannot be decompressed: its gzip data is truncated"))
        let opened = try await run(sonic, ["dump", "file://" + broken], environment: Site.environment(home))
        #expect(
            opened.status == .exited(1)
                && opened.errors.contains("cannot be shown: it cannot be decompressed"))

        let archive = try home.write(Self.gzip("notes\0\0\0\0ustar\0\u{1}\u{2}"), to: "b.tar.gz")
        let get = try await run(
            sonic, ["get", "--print", "body", "file://" + archive], environment: Site.environment(home))
        #expect(get.output.contains("ustar") && get.output.utf8.count > 20, "it is not unpacked")
        let plain = try home.write("not packed at all\n", to: "c.txt.gz")
        #expect(
            try await run(sonic, ["dump", plain], environment: Site.environment(home)).output
                == "not packed at all\n")
    }
}
