import SonicProtocol
import Testing

/// Paths as bytes, addresses and texts.
@Suite struct FilePathTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Names of all kinds, and every byte but NUL and the slash on its own.
    private static let paths: [[UInt8]] =
        [
            bytes("/"), bytes("/a b.html"), bytes("/100%.txt"), bytes("/%41"), bytes("/a?b#c"),
            bytes("/C:/x"),
            bytes("/C|/x"), bytes("/a\\b"), bytes("/a&lt;\"'<>`{}^|~"), bytes("/line\nbreak\ttab "),
            bytes("/é\u{301}日本"), [0x2F, 0xFF, 0xFE], [0x2F, 0xC3], [0x2F, 0xED, 0xA0, 0x80],
        ] + (UInt8(1)...255).filter { $0 != 0x2F }.map { [0x2F, 0x78, $0, 0x78] }

    @Test(arguments: paths)
    func `a path is created again from its address and from its text`(_ bytes: [UInt8]) throws {
        let path = FilePath(bytes)
        let url = try #require(WebURL(path.address))
        #expect(FilePath(url) == path && FilePath(path.text) == path)
        #expect(FilePath(try #require(WebURL(url.href))) == path)
        let folder = try #require(WebURL("file:///folder/"))
        let link = try #require(folder.resolve("./" + FilePath(bytes.dropFirst()).escaped))
        #expect(FilePath(link)?.bytes == Self.bytes("/folder/") + bytes.dropFirst())
    }

    @Test func `a text is a path, and an address if it begins like one`() {
        #expect(FilePath("a%20b").bytes == Self.bytes("a%20b"))
        #expect(FilePath("file:///a%20b/%ff").bytes == Self.bytes("/a b/") + [0xFF])
        #expect(FilePath("file:a").bytes == Self.bytes("file:a"))
        #expect(FilePath(Self.bytes("/é")).text == "/é")
        #expect(FilePath([0x2F, 0xFF]).text == "file:///%FF")
    }

    @Test(arguments: ["file:///notes%00.html", "file:///%00", "file:///a%00/b"])
    func `a NUL in a path names no file`(_ address: String) throws {
        for path in [FilePath(try #require(WebURL(address))), FilePath(address)] {
            #expect(try #require(path).cString == [0])
        }
        #expect(FilePath("notes\0.html").cString == [0])
        #expect(FilePath("ab").cString == [97, 98, 0])
    }

    @Test(arguments: ["http://a.test/x", "file://other.test/x", "data:,x"])
    func `addresses of other schemes and machines have no path`(_ address: String) throws {
        #expect(FilePath(try #require(WebURL(address))) == nil)
    }
}
