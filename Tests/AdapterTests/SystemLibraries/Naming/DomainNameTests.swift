import SonicProtocol
import SystemLibraries
import Testing

@Suite struct DomainNameTests {
    @Test(arguments: [
        ("München.de", "xn--mnchen-3ya.de"), ("mu\u{308}nchen.de", "xn--mnchen-3ya.de"),
        ("北京.example", "xn--1lq90i.example"), ("faß.example", "xn--fa-hia.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("①.example", "1.example"),
        ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de"), ("ö", "xn--nda"), ("I❤.ws", "xn--i-7iq.ws"),
        ("☃.example", "xn--n3h.example"), ("xn--n3h.example", "xn--n3h.example"),
        ("xn--zca.☃", "xn--zca.xn--n3h"),
    ]) func `an international domain name has one ASCII form`(_ name: String, _ ascii: String) {
        #expect(DomainName.ascii(name) == ascii)
    }

    @Test(arguments: [
        "xn--a", "a\u{200E}ü", "ü\0b", "ü..\u{FFFD}", "☃ß", "☃\u{200D}☃", "…☃",
        String(repeating: "ü", count: 300),
    ])
    func `an invalid domain name has no ASCII form`(_ name: String) {
        #expect(DomainName.ascii(name) == nil)
    }

    @Test func `a URL uses the ASCII form as its host`() throws {
        let url = try WebURL.parse("http://Bücher.example/ü", domainToASCII: DomainName.ascii)
        #expect(url.href == "http://xn--bcher-kva.example/%C3%BC")
    }

    @Test func `many names can be converted concurrently`() async {
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<32 { group.addTask { DomainName.ascii("München.de") } }
            for await ascii in group { #expect(ascii == "xn--mnchen-3ya.de") }
        }
    }
}
