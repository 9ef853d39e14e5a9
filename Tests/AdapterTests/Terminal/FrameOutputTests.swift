import CellGrid
import Glibc
import Testing

@testable import Terminal

@Suite struct FrameOutputTests {
    @Test func `output written while a frame is drawn arrives in one piece`() throws {
        let line = try Line(to: "vt220")
        line.output.write("title") { line.draw(["one ", "two ", "three "]) }
        #expect(line.record() == "one two three title")
        #expect(line.record() == "")
        // A shorter frame contains nothing of the longer one before it.
        line.output.write("") { line.draw(["four"]) }
        #expect(line.record() == "four")
        line.output.write("") {}
        #expect(line.record() == "")
        // Outside a frame ncurses writes directly to the terminal.
        line.draw(["end"])
        #expect(line.record() == "end")
    }

    @Test func `frames are synchronized updates where the terminal supports them, other output is not`()
        throws
    {
        let line = try Line(to: "xterm-256color")
        line.output.write("title") { line.draw(["one ", "two"]) }
        #expect(line.record() == "\u{1B}[?2026hone two\u{1B}[?2026ltitle")
        line.output.write("title") {}
        #expect(line.record() == "title")
        line.output.write("copied")
        #expect(line.record() == "copied")
    }

    @Test(arguments: [
        ("xterm-kitty", nil, "9;"), ("xterm-256color", "iTerm.app", "9;"),
        ("xterm-256color", "WezTerm", "9;"),
        ("xterm-ghostty", "ghostty", "9;"), ("foot", nil, "777;notify;sonic;"),
        ("rxvt-unicode-256color", nil, "777;notify;sonic;"), ("xterm-256color", nil, nil),
        ("tmux-256color", "iTerm.app", nil), ("screen", "WezTerm", nil), ("linux", "iTerm.app", nil),
        ("", nil, nil),
    ])
    func `a notification has the sequence of the terminal, if it is known to have one`(
        type: String, program: String?, start: String?
    ) {
        let sequence = ControlSequences(type: type, program: program).notification("Quay changed")
        #expect(sequence == start.map { "\u{1B}]\($0)Quay changed\u{07}" })
    }

    @Test func `the text of a notification cannot end it, begin another part or reorder it`() {
        let control = ControlSequences(type: "xterm-kitty")
        let hostile = "4;1\u{07}\u{1B}]0;gone\u{1B}\\ \u{9B}31m\u{9C}\r\n\u{202E}e\u{2066}vil\u{200F}\u{7F}"
        #expect(control.notification(hostile) == "\u{1B}]9;41]0gone\\ 31mevil\u{07}")
        for value in (0..<0x20).map(UInt32.init) + Array(0x7F...0x9F) + [0x3B, 0x61C, 0x200E]
            + Array(0x202A...0x202E)
        {
            let text = Unicode.Scalar(value).map { "a\($0)b" } ?? ""
            #expect(control.notification(text) == "\u{1B}]9;ab\u{07}", "\(value)")
        }
        let long = control.notification(String(repeating: "long ", count: 1000)) ?? ""
        #expect(long.count < 210)
    }

    private static func pixels(_ number: UInt16, _ bytes: [UInt8] = [1, 2, 3, 4]) -> Pixels? {
        Pixels(number: number, columns: 2, rows: 1, width: bytes.count / 4, height: 1, bytes: bytes)
    }

    @Test func `pictures are sent once, replaced and deleted, and nothing asks for an answer`() throws {
        let control = ControlSequences(type: "xterm-kitty")
        let (one, two) = (try #require(Self.pixels(0)), try #require(Self.pixels(240)))
        let sent = "\u{1B}_Ga=T,U=1,q=2,f=32,i=16,s=1,v=1,c=2,r=1,m=0;AQIDBA==\u{1B}\\"
        let gone = "\u{1B}_Ga=d,d=I,q=2,i=16\u{1B}\\"
        #expect(control.pictures(from: [:], to: [0: one]) == sent)
        #expect(control.pictures(from: [0: one], to: [0: one]) == "")
        #expect(
            control.pictures(from: [0: one], to: [240: two])
                == gone + sent.replacing("i=16,", with: "i=\(1 << 24 | 16),"))
        let other = try #require(Self.pixels(0, [0, 0, 0, 0]))
        #expect(
            control.pictures(from: [0: one], to: [0: other])
                == gone + sent.replacing("AQIDBA==", with: "AAAAAA=="))
    }

    @Test func `a large picture is sent in parts`() throws {
        let large = try #require(Self.pixels(7, [UInt8](repeating: 0, count: 4000)))
        let text = ControlSequences(type: "xterm-kitty").pictures(from: [:], to: [7: large])
        let parts = text.split(separator: "\u{1B}\\").map { $0.split(separator: ";") }
        #expect(
            parts.map(\.first) == ["\u{1B}_Ga=T,U=1,q=2,f=32,i=23,s=1000,v=1,c=2,r=1,m=1", "\u{1B}_Gm=0"])
        #expect(parts.map(\.[1].count) == [4096, 1240])
    }

    /// The output under test and the end of a socket that stands for the terminal.
    private final class Line {
        let output: FrameOutput
        private let ends: [CInt]
        private let ncurses: CInt

        init(to type: String) throws {
            // Each write to such a socket is received as one record.
            var ends: [CInt] = [-1, -1]
            try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
            (self.ends, ncurses) = (ends, dup(ends[0]))
            output = FrameOutput(terminal: ends[0], ncurses: ncurses, control: ControlSequences(type: type))
        }

        deinit {
            output.close()
            for descriptor in ends + [ncurses] { close(descriptor) }
        }

        /// The oldest unread record; empty if there is none.
        func record() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(ends[1], &bytes, bytes.count, CInt(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }

        /// Writes as ncurses does.
        func draw(_ pieces: [String]) {
            for piece in pieces { write(ncurses, piece, piece.utf8.count) }
        }
    }
}
