import BrowserServices
import Chance
import Testing

@testable import HTML

struct DeciderTests {
    /// The decision for bytes that arrive in pieces of this size.
    private static func choice(
        _ bytes: [UInt8], _ evidence: EncodingEvidence = .page(contentType: nil), pieces: Int = .max
    ) -> EncodingChoice? {
        var decoder = PageDecoder(evidence, .iconv)
        var rest = bytes[...]
        while !rest.isEmpty {
            _ = decoder.append(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        _ = decoder.finish()
        return decoder.choice
    }

    private static func choice(
        _ text: String, _ evidence: EncodingEvidence = .page(contentType: nil)
    ) -> EncodingChoice? {
        choice(Array(text.utf8), evidence)
    }

    // MARK: Labels

    @Test func `no label names two encodings, and each encoding's name is a label of it`() {
        let labels = CharacterEncoding.allCases.flatMap(\.labels)
        #expect(Set(labels).count == labels.count)
        #expect(labels.allSatisfy { $0 == $0.lowercased() })
        for encoding in CharacterEncoding.allCases {
            #expect(CharacterEncoding(label: encoding.name.utf8) == encoding)
        }
    }

    // MARK: Declarations in the page

    @Test func `an XML declaration counts if no meta element does`() {
        let declared = Self.choice("<?xml version='1.0' encoding='gb2312'?><p>")
        #expect(declared == EncodingChoice(.gb18030, .xmlDeclaration))
        let both = Self.choice("<?xml encoding=\"big5\"?><meta charset=gbk>")
        #expect(both == EncodingChoice(.gb18030, .meta))
        for text in [
            "<?xml encoding=big5?>", "<?xml encoding 'big5'?>", "<?xml encoding='big 5'?>",
            " <?xml encoding='big5'?>",
        ] {
            #expect(Self.choice(text) == EncodingChoice(.utf8, .guess(.onlyASCII)), "\(text)")
        }
    }

    @Test func `byte order mark, header, meta element and guess count in this order`() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let page = Array("<meta charset=big5><p>".utf8)
        let header = EncodingEvidence.page(contentType: "text/html; charset=gbk")
        #expect(Self.choice(mark + page, header) == EncodingChoice(.utf8, .byteOrderMark))
        #expect(Self.choice(page, header) == EncodingChoice(.gb18030, .contentType))
        for type in ["text/html", "text/html; charset=x"] {
            #expect(Self.choice(page, .page(contentType: type)) == EncodingChoice(.big5, .meta))
        }
        let ascii = EncodingChoice(.utf8, .guess(.onlyASCII))
        #expect(Self.choice(page, .text(contentType: nil)) == ascii)
        #expect(Self.choice([0xFE, 0xFF, 0, 0x41]) == EncodingChoice(.utf16BigEndian, .byteOrderMark))
        #expect(Self.choice([0xFF, 0xFE, 0x41, 0]) == EncodingChoice(.utf16LittleEndian, .byteOrderMark))
        #expect(Self.choice([0xEF, 0xBB])?.origin != .byteOrderMark)
        #expect(Self.choice([])?.encoding == .utf8)
    }

    @Test func `a meta element after 1024 bytes takes precedence over a guess`() {
        let html = "<title>" + String(repeating: " ", count: 2000) + "</title><meta charset=euc-kr><p>"
        #expect(Self.choice(Array(html.utf8) + [0xB5, 0xC4]) == EncodingChoice(.eucKR, .meta))
    }

    @Test func `the language of a page influences the guess`() {
        let two: [UInt8] = [0xB6, 0xE9, 0xC1, 0xB0]
        let page = { (lang: String) in Self.choice(Array("<html lang=\"\(lang)\"><p>".utf8) + two) }
        #expect(page("ko-KR") == EncodingChoice(.eucKR, .guess(.language("ko-kr"))))
        #expect(page("zh")?.encoding == .gb18030 && page("ja")?.encoding == .eucJP)
    }

    // MARK: Pieces

    @Test func `bytes are held back no longer than needed`() {
        var named = PageDecoder(.page(contentType: "text/html; charset=utf-8"), .iconv)
        #expect(named.append([0x3C]) == [0x3C])
        var marked = PageDecoder(.page(contentType: "text/html; charset=utf-8"), .iconv)
        #expect(marked.append([0xEF, 0xBB]) == [])
        #expect(marked.append([0xBF, 0x41]) == [0x41])
        var meta = PageDecoder(.page(contentType: nil), .iconv)
        #expect(meta.append(Array("<title>".utf8) + [0xC4]) == Array("<title>".utf8))
        #expect(meta.append([0xE3] + Array("</title><meta charset=gbk".utf8)) == [])
        #expect(meta.append(Array(">A".utf8)) == Array("你</title><meta charset=gbk>A".utf8))
        var plain = PageDecoder(.page(contentType: nil), .iconv)
        let ascii = [UInt8](repeating: 0x41, count: 1023)
        #expect(plain.append(ascii) == ascii)
        #expect(plain.append([0x41]) == [0x41])
        #expect(plain.append([0x42, 0xC4, 0xE3]) == [0x42])
        #expect(plain.choice == nil)
        #expect(plain.append([UInt8](repeating: 0x41, count: 4094)).count == 3 + 4094)
        #expect(plain.choice?.encoding == .gb18030)
    }

    @Test(arguments: ["gbk", "gb2312", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"])
    func `a page that declares an encoding of several bytes per character and is UTF-8 is read as it`(
        label: String
    ) {
        let header = EncodingEvidence.page(contentType: "text/html; charset=\(label)")
        let text = EncodingEvidence.text(contentType: "text/plain; charset=\(label)")
        let meta = "<meta charset=\(label)>"
        let late = "<title>\(String(repeating: " ", count: 2000))</title>" + meta
        for words in ["中文", "日本語の新聞", "한국어 é", String(repeating: "新闻 <p>", count: 2000), "x中x"] {
            for choice in [
                Self.choice(words, header), Self.choice(words, text), Self.choice(meta + words),
                Self.choice(late + words),
            ] { #expect(choice == EncodingChoice(.utf8, .guess(.wellFormed))) }
        }
        // ASCII, letters of two bytes and faults refute nothing.
        for bytes in [
            Array("text".utf8), Array("café".utf8), [0xB0, 0xA1], Array("中文".utf8) + [0xB0],
            [UInt8](repeating: 0x41, count: EncodingDecider.plainLimit) + Array("中文".utf8),
        ] {
            #expect(Self.choice(bytes, header)?.origin == .contentType)
            #expect(Self.choice(Array(meta.utf8) + bytes)?.origin == .meta)
        }
    }

    @Test func `other declared encodings are kept, whatever the bytes are`() {
        for label in ["iso-8859-1", "windows-1251", "utf-16le", "iso-2022-jp"] {
            let choice = Self.choice("中文", .page(contentType: "text/html; charset=\(label)"))
            #expect(choice?.origin == .contentType)
        }
    }

    @Test(arguments: Sample.all.filter { ["GBK", "gb18030", "Big5", "EUC-KR"].contains($0.encoding.name) })
    func `text in a declared encoding is decoded after its first words`(sample: Sample) {
        var decoder = PageDecoder(.page(contentType: "text/html; charset=\(sample.encoding.name)"), .iconv)
        #expect(decoder.append(Array("<p>".utf8)) == Array("<p>".utf8))
        _ = decoder.append(Array(sample.bytes.prefix(64)))
        #expect(decoder.choice?.encoding == sample.encoding)
    }

    @Test func `after a long run of ASCII the page is assumed to be UTF-8`() {
        let ascii = [UInt8](repeating: 0x41, count: EncodingDecider.plainLimit)
        #expect(Self.choice(ascii + [0xC4, 0xE3]) == EncodingChoice(.utf8, .guess(.onlyASCII)))
        #expect(Self.choice(ascii.dropLast() + [0xC4, 0xE3])?.encoding == .gb18030)
    }

    @Test(arguments: [
        "", "<meta charset=gbk>", "<!-- --><meta http-equiv=content-type content='text/html;charset=big5'>",
        "<html lang=ko>", "<?xml encoding='euc-jp'?>", "\u{FEFF}", "<meta charset=utf-8>",
        "<meta charset=iso-2022-jp>",
    ])
    func `text and encoding do not depend on chunk boundaries`(start: String) {
        var chance = SeededGenerator(seed: 3)
        for length in [0, 500, 1100, 9000] {
            for sample in [Sample.all[0], Sample.all[4]] {
                let filler = [UInt8](repeating: 0x20, count: length)
                let tail = (0..<(length / 80 + 1)).flatMap { _ in sample.bytes }
                let bytes = Array(start.utf8) + filler + tail
                var whole = PageDecoder(.page(contentType: nil), .iconv)
                let text = whole.append(bytes) + whole.finish()
                for size in [7, 700, 5000] {
                    var cut = PageDecoder(.page(contentType: nil), .iconv)
                    var pieces: [UInt8] = []
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        let count = Int.random(in: 1...size, using: &chance)
                        pieces += cut.append(Array(rest.prefix(count)))
                        rest = rest.dropFirst(count)
                    }
                    pieces += cut.finish()
                    #expect(cut.choice == whole.choice)
                    #expect(pieces == text, "\(start) \(length) \(sample.encoding) \(size)")
                }
            }
        }
    }

    @Test func `a UTF-8 page is passed through byte for byte`() {
        let bytes = Array("<meta charset=utf-8><p>中文".utf8)
        var sent = SentText(.page(contentType: nil), .iconv)
        let text = sent.append(bytes)
        bytes.withUnsafeBufferPointer { before in
            text.withUnsafeBufferPointer { #expect($0.baseAddress == before.baseAddress) }
            sent.bytes.withUnsafeBufferPointer { #expect($0.baseAddress == before.baseAddress) }
        }
    }
}
