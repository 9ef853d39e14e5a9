import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

@Suite struct HARFileTests {
    private static func entries(_ path: String) throws -> [Int] {
        // A file that is not complete JSON is not a HAR file.
        let bytes = try RegularFile(path).bytes(limit: 1 << 20)
        let log = try #require(JSONNode.record(bytes)?["log"])
        return try #require(log["entries"]?.elements).compactMap { $0["n"]?.integer }
    }

    private static func entry(_ number: Int, size: Int = 1) -> [UInt8] {
        Array(#"{"n":\#(number),"s":"\#(String(repeating: "x", count: size))"}"#.utf8)
    }

    private static func file(
        _ path: String, limit: Int = 1 << 20, _ complain: @escaping (String) -> Void = { _ in }
    ) throws -> HARFile {
        try HARFile(path: path, limit: limit, version: "1", complain: complain)
    }

    @Test func `the file is complete JSON before the first entry and after each`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.har")
        let har = try Self.file(path)
        #expect(try Self.entries(path) == [])
        for number in 1...5 {
            har.add(Self.entry(number))
            #expect(try Self.entries(path) == Array(1...number))
        }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a file that others could read is private from now on`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a.har")
        try folder.write("", to: "recording")
        try folder.write("not ours", to: "other")
        for name in ["a.har", "recording", "other"] { #expect(chmod(folder.path(name), 0o644) == 0) }
        _ = try Self.file(folder.path("a.har"))
        _ = try RecordingFile(path: folder.path("recording"))
        #expect(throws: UnwritableFile.self) { try Self.file(folder.path("other")) }
        func mode(_ name: String) -> mode_t {
            var status = stat()
            return stat(folder.path(name), &status) == 0 ? status.st_mode & 0o777 : 0
        }
        #expect(mode("a.har") == 0o600 && mode("recording") == 0o600 && mode("other") == 0o644)
    }

    @Test func `a file by its address is renamed and opened again in its folder`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(Array(folder.path("").utf8) + [0xFF])
        let har = try Self.file(path.text, limit: 1)
        for number in 1...2 { har.add(Self.entry(number)) }
        #expect(try Self.entries(path.text) == [2] && Self.entries(path.text + ".1") == [1])
    }

    @Test func `an existing file is appended to, empty or not`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.har")
        do { _ = try Self.file(path) }
        do { try Self.file(path).add(Self.entry(1)) }
        do { try Self.file(path).add(Self.entry(2)) }
        #expect(try Self.entries(path) == [1, 2])
    }

    @Test(arguments: [
        "text", "{}", #"{"log":{"version":"1.2","creator":{"name":"other"},"entries":[]}}"#,
        #"{"log":{"version":"1.2","creator":{"name":"sonic-server","version":"1"},"entries":[{"n":"#,
    ])
    func `a file of another program is not changed`(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "a.har")
        #expect(throws: UnwritableFile.self) { try Self.file(folder.path("a.har")) }
        #expect(try RegularFile(folder.path("a.har")).bytes(limit: 1000) == Array(text.utf8))
        #expect(throws: UnwritableFile.self) { try Self.file(folder.path("none/a.har")) }
        #expect(throws: UnwritableFile.self) { try Self.file(folder.path) }
    }

    @Test func `two programs cannot write to one file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.har")
        let har = try Self.file(path)
        #expect(throws: UnwritableFile.self) { try Self.file(path) }
        har.add(Self.entry(1))
        #expect(try Self.entries(path) == [1])
    }

    @Test func `a file over the size limit is rotated, and the oldest is deleted`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.har")
        let har = try Self.file(path, limit: 700)
        for number in 1...25 { har.add(Self.entry(number, size: 200)) }
        #expect(try Self.entries(path) == [25])
        #expect(try Self.entries(path + ".1") == [23, 24] && Self.entries(path + ".9") == [7, 8])
        #expect(access(path + ".10", F_OK) != 0)
        // A single entry may exceed the size limit.
        har.add(Self.entry(26, size: 2000))
        har.add(Self.entry(27))
        #expect(try Self.entries(path) == [27] && Self.entries(path + ".1") == [26])
    }

    @Test func `reopening creates a new file if the old one was moved away`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.har")
        let har = try Self.file(path)
        har.add(Self.entry(1))
        try har.reopen()
        har.add(Self.entry(2))
        rename(path, folder.path("b.har"))
        har.add(Self.entry(3))
        try har.reopen()
        har.add(Self.entry(4))
        #expect(try Self.entries(path) == [4] && Self.entries(folder.path("b.har")) == [1, 2, 3])
    }
}
