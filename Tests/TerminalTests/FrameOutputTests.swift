import Glibc
import Testing

@testable import Terminal

@Suite struct FrameOutputTests {
    @Test func `what is written while drawing arrives as one piece`() throws {
        // Each write to such a socket is read as one record.
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let ncurses = dup(ends[0])
        let output = FrameOutput(terminal: ends[0], ncurses: ncurses)
        defer {
            output.close()
            for descriptor in ends + [ncurses] { close(descriptor) }
        }
        func record() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(ends[1], &bytes, bytes.count, CInt(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }
        func draw(_ pieces: [String]) {
            for piece in pieces { write(ncurses, piece, piece.utf8.count) }
        }

        output.write("title") { draw(["one ", "two ", "three "]) }
        #expect(record() == "one two three title")
        #expect(record() == "")
        // A shorter frame carries nothing of the longer one before it.
        output.write("") { draw(["four"]) }
        #expect(record() == "four")
        output.write("") {}
        #expect(record() == "")
        // Outside frames ncurses reaches the terminal itself.
        draw(["end"])
        #expect(record() == "end")
    }
}
