import CellGrid
import TestSupport
import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
    /// Checks the keys decoded from `bytes`, both when they arrive at once and when they arrive byte by byte.
    private func check(
        _ bytes: [UInt8], _ expected: [Key], listed: [ListedKey] = [],
        _ location: SourceLocation = #_sourceLocation
    ) {
        var whole = KeyDecoder(listed: listed)
        let atOnce = whole.decode(bytes) + whole.flushed()
        #expect(atOnce == expected, sourceLocation: location)
        #expect(whole.patience == nil, sourceLocation: location)
        var piecewise = KeyDecoder(listed: listed)
        let slowly = bytes.flatMap { piecewise.decode([$0]) } + piecewise.flushed()
        #expect(slowly == expected, sourceLocation: location)
    }

    @Test func `text and control bytes become keys`() {
        check(
            Array("aZ é字👍".utf8),
            [
                .character("a"), .character("Z"), .character(" "), .character("é"), .character("字"),
                .character("👍"),
            ])
        check([0x04, 0x00, 0x1A, 0x1F], [.control("d"), .control("@"), .control("z"), .control("_")])
        check([0x09, 0x0D, 0x7F, 0x08], [.tab, .enter, .backspace, .backspace])
    }

    @Test(arguments: [
        ("[A", Key.up), ("OA", .up), ("[1;5B", .down), ("[C", .right), ("OD", .left), ("[H", .home),
        ("[1~", .home),
        ("[7~", .home), ("[F", .end), ("[4~", .end), ("[8~", .end), ("[5~", .pageUp), ("[6~", .pageDown),
        ("[2~", .insert), ("[3~", .delete), ("[3;5~", .delete), ("[Z", .backTab), ("OP", .function(1)),
        ("[11~", .function(1)), ("[15~", .function(5)), ("[17~", .function(6)), ("[24~", .function(12)),
        ("[[E", .function(5)), ("OM", .enter), ("[I", .focusGained), ("[O", .focusLost), ("x", .alt("x")),
        ("é", .alt("é")),
    ])
    func `an escape sequence is one key`(sequence: String, key: Key) {
        check([0x1B] + Array(sequence.utf8), [key])
        check([0x1B] + Array(sequence.utf8) + [0x6A], [key, .character("j")])
    }

    @Test func `sequences of the terminal's terminfo entry take precedence`() {
        check(
            Array("\u{1B}[8^".utf8), [.end], listed: [(sequence: Array("\u{1B}[8^".utf8), key: .end)]
        )
        check(Array("\u{1B}[8^".utf8), [])
    }

    @Test func `a lone Escape is a key when nothing follows`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.patience == 100)
        #expect(decoder.flushed() == [.escape])
        #expect(decoder.patience == nil)
        check([0x1B, 0x1B], [.escape, .escape])
        check([0x1B, 0x0D], [.escape, .enter])
        check(Array("\u{1B}[".utf8), [.alt("[")])
        check(Array("\u{1B}O".utf8), [.alt("O")])
    }

    @Test(arguments: [
        ("<0;5;7M", Key.Mouse(.pressed, row: 6, column: 4)),
        ("<0;5;7m", Key.Mouse(.released, row: 6, column: 4)),
        ("<32;1;1M", Key.Mouse(.dragged, row: 0, column: 0)),
        ("<64;300;200M", Key.Mouse(.wheelUp, row: 199, column: 299)),
        ("<65;2;2M", Key.Mouse(.wheelDown, row: 1, column: 1)),
        ("<20;2;2M", Key.Mouse(.pressed, row: 1, column: 1)),
        ("<1;3;4M", Key.Mouse(.middlePressed, row: 3, column: 2)),
    ])
    func `a mouse report becomes a mouse event`(report: String, mouse: Key.Mouse) {
        check(Array("\u{1B}[\(report)".utf8), [.mouse(mouse)])
    }

    @Test(arguments: [
        "<0;5M", "<0;5;7;9M", "<1;1;1m", "<2;1;1M", "<999999;1;1M", "<;;M", "?1;2c", "24;80X", "99~",
        "<0;5;7A",
    ])
    func `reports that are not keys are ignored`(report: String) {
        check(Array("\u{1B}[\(report)j".utf8), [.character("j")])
    }

    @Test func `pasted text is one key whatever it contains`() {
        check(
            Array("\u{1B}[200~a\r\u{1B}[A\u{3}字\u{1B}[201~j".utf8),
            [.paste("a\r\u{1B}[A\u{3}字"), .character("j")])
        check(Array("\u{1B}[200~\u{1B}[201~".utf8), [.paste("")])
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~slow".utf8)).isEmpty)
        #expect(decoder.decode(Array("ly\u{1B}[201~".utf8)) == [.paste("slowly")])
    }

    @Test func `a paste may pause, and ends by timeout when nothing more arrives`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~half\u{1B}[2".utf8)).isEmpty)
        #expect(decoder.patience == 3000)
        #expect(decoder.flushed() == [.paste("half\u{1B}[2")])
        #expect(decoder.patience == nil)
        #expect(decoder.decode([0x6A]) == [.character("j")])
        // A paste end that arrives too late is not a key.
        #expect(decoder.decode(Array("\u{1B}[201~k".utf8)) == [.character("k")])
    }

    @Test(arguments: [
        ("11;rgb:ffff/ffff/dddd\u{7}", BackgroundTone.light), ("11;rgb:1e1e/1e1e/2e2e\u{1B}\\", .dark),
        ("11;rgb:fd/f6/e3\u{1B}\\", .light), ("11;rgba:0000/0000/0000/ffff\u{7}", .dark),
        ("11;rgb:0/8/0\u{7}", .dark),
    ])
    func `the terminal's reply determines the background tone`(answer: String, tone: BackgroundTone) {
        check(Array("\u{1B}]\(answer)".utf8), [.background(tone)])
        check(Array("a\u{1B}]\(answer)j".utf8), ["a", .background(tone), "j"])
    }

    @Test(arguments: [
        ("_Gi=1;OK", GraphicsAnswer.works), ("P>|kitty(0.28.0)", .named),
        ("P>|kitty(0.35.2)", .named), ("P>|kitty(1.0)", .named),
        ("P>|ghostty 1.0.1", .named), ("_Gi=1;ENOTSUPPORTED:no", nil), ("_Gi=2;OK", nil),
        ("P>|kitty(0.26.5)", nil), ("P>|kitty(x)", nil), ("P>|kitty()", nil), ("P>|WezTerm 2024", nil),
        ("P>|Konsole 24.12", nil), ("P>|notghostty 1", nil), ("_P>|ghostty 1", nil), ("P_Gi=1;OK", nil),
    ])
    func `the terminal's replies say whether it shows pictures in place of cells`(
        answer: String, meaning: GraphicsAnswer?
    ) {
        check(
            Array("a\u{1B}\(answer)\u{1B}\\j".utf8), ["a"] + (meaning.map { [.graphics($0)] } ?? []) + ["j"])
    }

    @Test(arguments: [
        "11;?\u{7}", "11;rgb:\u{7}", "11;rgb:1/2\u{7}", "11;rgb:12345/0/0\u{7}", "11;rgb:+1/-1/0\u{1B}\\",
        "11;rgb:1/2/3/4\u{7}", "11;cmyk:1/2/3\u{7}", "52;c;cXE=\u{7}", "10;rgb:0/0/0\u{1B}\\", "0\u{18}",
    ])
    func `other OSC replies are ignored as a whole`(answer: String) {
        let rest: [Key] = answer.last == "\u{18}" ? [.control("x")] : []
        check(Array("\u{1B}]\(answer)j".utf8), rest + ["j"])
    }

    @Test func `a truncated reply is ignored, and Alt with a bracket is a key`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}]11;rgb:00".utf8)).isEmpty)
        #expect(decoder.patience == 300)
        #expect(decoder.flushed().isEmpty)
        #expect(decoder.decode([0x6A]) == [.character("j")])
        check(Array("\u{1B}]".utf8), [.alt("]")])
        check(Array("\u{1B}]a".utf8), [.alt("]"), "a"])
        check(Array("\u{1B}]11;\u{1B}[A".utf8), [.up])
    }

    @Test func `a paste without an end is delivered in pieces`() {
        var decoder = KeyDecoder()
        let keys = decoder.decode(Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 3 << 20))
        let lengths = keys.map { if case .paste(let text) = $0 { text.utf8.count } else { 0 } }
        #expect(lengths == [Int](repeating: 1 << 20, count: 3))
    }

    @Test func `bytes that are not UTF-8 are ignored`() {
        check([0xFF, 0x61, 0xC3, 0x61, 0x80, 0xE5, 0xAD], [.character("a"), .character("a")])
        check([0xED, 0xA0, 0x80, 0x61], [.character("a")])
    }

    @Test(arguments: ["[", "O", "]0;", "P1$r", "_G", "^x", "Xx"])
    func `an overlong sequence is ignored up to its end`(beginning: String) {
        let isString = !["[", "O"].contains(beginning)
        let long = Array("\u{1B}\(beginning)".utf8) + [UInt8](repeating: 0x31, count: 10_000)
        check(long, [])
        check(long + Array((isString ? "\u{1B}\\j" : "Aj").utf8), ["j"])
        if isString { check(long + Array("\u{7}j".utf8), ["j"]) }
        check(long + Array("\u{1B}[Aj".utf8), [.up, "j"])
    }

    @Test(
        arguments: TableRow.rows(
            "a control string from the", in: "Tests/AdapterTests/Terminal/terminal.table"))
    func `a control string from the terminal is ignored, complete or truncated`(row: TableRow) {
        let string = row[1]
        let bytes = Array("\u{1B}\(string)".utf8)
        check(bytes + Array("\u{1B}\\j".utf8), ["j"])
        check(bytes + [0x07, 0x6A], ["j"])
        check(bytes, [])
        check(bytes + Array("\u{1B}[Bj".utf8), [.down, "j"])
        for cut in 3..<bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes[..<cut]).isEmpty)
            #expect(decoder.patience == 300, "\(cut)")
            #expect(decoder.decode(bytes[cut...] + Array("\u{1B}\\j".utf8)) == ["j"])
        }
    }

    @Test(arguments: ["P", "X", "^", "_"])
    func `Alt with a letter that introduces a control string is a key when nothing follows`(
        letter: Unicode.Scalar
    ) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}\(letter)".utf8)).isEmpty)
        #expect(decoder.patience == 100)
        #expect(decoder.flushed() == [.alt(letter)])
        check(Array("\u{1B}\(letter)\u{1B}\(letter)".utf8), [.alt(letter), .alt(letter)])
    }

    @Test(arguments: [
        ("[D", Key.left), ("[1;5D", .left), ("[3~", .delete), ("OD", .left), ("O5P", .function(1)),
        ("O1;2S", .function(4)), ("[<0;5;7M", .mouse(Key.Mouse(.pressed, row: 6, column: 4))),
        ("[200~x\u{1B}[201~", .paste("x")),
    ])
    func `a sequence split in two is one key, and a truncated one is ignored`(sequence: String, key: Key) {
        let bytes = Array("\u{1B}\(sequence)".utf8)
        for cut in 2..<bytes.count {
            var whole = KeyDecoder()
            #expect(whole.decode(bytes[..<cut]).isEmpty)
            #expect((whole.patience ?? 0) >= 300, "\(cut)")
            #expect(whole.decode(bytes[cut...]) == [key])
        }
        // Only cuts within the key's own bytes, not within the pasted text.
        for cut in 3..<min(bytes.count, 6) {
            var broken = KeyDecoder()
            _ = broken.decode(bytes[..<cut])
            #expect(broken.flushed().isEmpty, "\(cut)")
            #expect(broken.decode([0x6A]) == ["j"])
        }
    }

    @Test(arguments: ["[D", "OD", "[1;5A", "[3~", "[<0;1;1M", "[[A"])
    func `the rest of a sequence whose Escape timed out runs no command`(rest: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.flushed() == [.escape])
        #expect(decoder.decode(Array(rest.utf8) + [0x6A]) == ["j"])
        #expect(decoder.decode(Array(rest.utf8)) == rest.unicodeScalars.map { Key.character($0) })
    }

    @Test func `brackets typed after Escape are keys`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.flushed() == [.escape])
        #expect(decoder.decode(Array("[".utf8)) == ["["])
        #expect(decoder.decode(Array("D".utf8)) == ["D"])
    }

    @Test(
        arguments: [
            (nil, 100), ("500", 500), ("0", 0), ("99999", 10_000), ("-1", 100), ("", 100), ("fast", 100),
        ] as [(String?, Int32)])
    func `ESCDELAY sets the Escape timeout`(value: String?, delay: Int32) {
        #expect(KeyDecoder.escapeDelay { $0 == "ESCDELAY" ? value : nil } == delay)
        var decoder = KeyDecoder(escapeDelay: delay)
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.patience == delay)
        #expect(decoder.decode([0x5B]).isEmpty)
        #expect(decoder.patience == max(delay, 300))
    }

    @Test func `random bytes are all accepted and none stay pending`() {
        var state: UInt64 = 7
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 40)
        }
        let alphabet = Array("\u{1B}[O<;~0129AMm]\u{7}\\:/rgbPX^_".utf8)
        for round in 0..<4000 {
            let bytes = (0..<20).map { _ in round % 2 == 0 ? next() : alphabet[Int(next()) % alphabet.count] }
            var decoder = KeyDecoder()
            _ = decoder.decode(bytes) + decoder.flushed()
            #expect(decoder.patience == nil, "\(bytes)")
        }
    }
}
