import Testing

@testable import SonicProtocol

/// Files in submitted forms.
@Suite struct FormFileTests {
    private static func file(_ name: String, _ size: Int = 5, type: String = "text/plain") -> SentFile {
        SentFile(
            path: Array("/a/\(name)".utf8), name: name, type: type,
            stamp: SentFile.Stamp(size: size, modified: 7), nonce: 1)
    }

    /// Latin-1, as far as these tests need it.
    private static let latin = OutputEncoding(name: "windows-1252") { text in
        text.unicodeScalars.map { $0.value < 256 ? .bytes([UInt8($0.value)]) : .missing($0) }
    }

    @Test func `a file is a part with its name and type, and its bytes are not loaded`() {
        let body = FormBody.multipart(
            [FormEntry("a", "1"), FormEntry("f", Self.file("x.txt")), FormEntry("f", Self.file("y.txt", 0))],
            boundary: "B")
        let expected = """
            --B\r
            Content-Disposition: form-data; name="a"\r
            \r
            1\r
            --B\r
            Content-Disposition: form-data; name="f"; filename="x.txt"\r
            Content-Type: text/plain\r
            \r
            [file “x.txt”, 5 bytes, text/plain]\r
            --B\r
            Content-Disposition: form-data; name="f"; filename="y.txt"\r
            Content-Type: text/plain\r
            \r
            [file “y.txt”, 0 bytes, text/plain]\r
            --B--\r\n
            """
        #expect(String(decoding: body.outline, as: UTF8.self) == expected)
        let words = "[file “x.txt”, 5 bytes, text/plain]".utf8.count
        #expect(body.count == expected.utf8.count - 2 * words + 5)
        #expect(body.bytes == nil)
        #expect(body.files.map(\.name) == ["x.txt", "y.txt"])
    }

    /// File names and how they are sent, escaped as the HTML standard §4.10.22.8 specifies.
    @Test(arguments: [
        ("plain.txt", "plain.txt"), ("a\"b.txt", "a%22b.txt"), ("a\r\nX-Evil: 1.txt", "a%0D%0AX-Evil: 1.txt"),
        ("a\nb\rc", "a%0Ab%0Dc"), ("100%22.txt", "100%22.txt"), ("back\\slash", "back\\slash"),
        ("\u{FFFD}.txt", "\u{FFFD}.txt"), ("e\u{301}.txt", "e\u{301}.txt"),
        ("\u{202E}gpj.exe", "\u{202E}gpj.exe"),
    ])
    func `no file name can end its header`(name: String, expected: String) {
        let body = FormBody.multipart([FormEntry("f", Self.file(name))], boundary: "B")
        let head = String(decoding: body.bytesInMemory, as: UTF8.self)
        #expect(
            head.hasPrefix("--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\(expected)\"\r\n"))
    }

    @Test func `names are sent in the form's encoding`() {
        let body = FormBody.multipart(
            [FormEntry("ü", Self.file("ä中.txt"))], boundary: "B", in: Self.latin)
        let line =
            Array("--B\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFC]
            + Array("\"; filename=\"".utf8) + [0xE4] + Array("&#20013;.txt\"".utf8)
        #expect(body.bytesInMemory.starts(with: line))
    }

    @Test func `forms of other types send the file's name`() {
        let entries = [FormEntry("f", Self.file("a b\n.txt"))]
        #expect(String(decoding: FormBody.urlEncoded(entries), as: UTF8.self) == "f=a+b%0D%0A.txt")
        #expect(String(decoding: FormBody.plainText(entries), as: UTF8.self) == "f=a b\r\n.txt\r\n")
    }

    @Test func `a body without files equals its bytes`() {
        let pieces = RequestBody(pieces: [.bytes([1, 2]), .value([3], of: "a"), .bytes([])])
        #expect(pieces == [1, 2, 3])
        #expect(pieces.bytes == [1, 2, 3])
        #expect(RequestBody(pieces: []).isEmpty)
    }
}
