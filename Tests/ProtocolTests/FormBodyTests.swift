import Testing

@testable import SonicProtocol

@Suite struct FormBodyTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(arguments: [
        ([], ""),
        ([FormEntry("a", "b")], "a=b"),
        ([FormEntry("a", "b"), FormEntry("a", "")], "a=b&a="),
        ([FormEntry("", "x"), FormEntry("n", "1 2+3")], "=x&n=1+2%2B3"),
        ([FormEntry("q", "a&b=c%20#?/~!'()")], "q=a%26b%3Dc%2520%23%3F%2F%7E%21%27%28%29"),
        ([FormEntry("q", "*-._09azAZ")], "q=*-._09azAZ"),
        ([FormEntry("ü", "中 \u{1F600}")], "%C3%BC=%E4%B8%AD+%F0%9F%98%80"),
        ([FormEntry("t", "a\nb\rc\r\nd\n\re")], "t=a%0D%0Ab%0D%0Ac%0D%0Ad%0D%0A%0D%0Ae"),
        ([FormEntry("z", "\u{0}\u{7F}")], "z=%00%7F"),
        ([FormEntry(withoutFile: "f"), FormEntry("a", "b")], "f=&a=b"),
    ])
    func `entries are encoded as the URL standard specifies`(entries: [FormEntry], expected: String) {
        #expect(Self.text(FormBody.urlEncoded(entries)) == expected)
    }

    @Test func `each entry is a part between multipart boundaries`() {
        let entries = [
            FormEntry("a", "1\n2"), FormEntry("say \"hi\"\r\nnow", "ü"), FormEntry(withoutFile: "photo"),
            FormEntry("", ""),
        ]
        let expected = """
            --XyZ\r
            Content-Disposition: form-data; name="a"\r
            \r
            1\r
            2\r
            --XyZ\r
            Content-Disposition: form-data; name="say %22hi%22%0D%0Anow"\r
            \r
            ü\r
            --XyZ\r
            Content-Disposition: form-data; name="photo"; filename=""\r
            Content-Type: application/octet-stream\r
            \r
            \r
            --XyZ\r
            Content-Disposition: form-data; name=""\r
            \r
            \r
            --XyZ--\r\n
            """
        #expect(FormBody.multipart(entries, boundary: "XyZ").bytes.map(Self.text) == expected)
        #expect(FormBody.multipart([], boundary: "b").bytes.map(Self.text) == "--b--\r\n")
    }

    @Test func `plain text is not escaped`() {
        let entries = [FormEntry("a", "1=2"), FormEntry("b", "x\ny"), FormEntry(withoutFile: "f")]
        #expect(Self.text(FormBody.plainText(entries)) == "a=1=2\r\nb=x\r\ny\r\nf=\r\n")
    }

    @Test func `encoding a large text takes linear time`() {
        let text = String(repeating: "line of text\n", count: 40_000)
        #expect(FormBody.urlEncoded([FormEntry("t", text)]).count == 2 + 40_000 * (10 + 2 + 6))
    }
}
