import SonicProtocol
import Testing

@Suite struct ByteScannerTests {
    @Test func `scanned bytes are consumed, and the rest keeps its indices`() {
        var scanner = ByteScanner(Array(" \tab=1".utf8))
        scanner.skipBlanks()
        #expect(scanner.next == UInt8(ascii: "a"))
        #expect(scanner.pass { $0 != UInt8(ascii: "=") } == Array("ab".utf8)[...])
        #expect(!scanner.accept(UInt8(ascii: ";")) && scanner.accept(UInt8(ascii: "=")))
        #expect(scanner.rest.startIndex == 5 && scanner.pop() == UInt8(ascii: "1"))
        #expect(scanner.pop() == nil && scanner.next == nil && !scanner.accept(0))
        #expect(scanner.pass { _ in true }.isEmpty)
    }

    @Test(
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]),
            ("a\n\nb\n", ["a", "", "b"]),
            ("\r\n\r\n", ["", ""]), ("a\rb\r\r\n", ["a\rb\r"]), ("a\r", ["a"]),
        ] as [(String, [String])])
    func `a line ends with a line feed, and a carriage return before it is part of the end`(
        _ text: String, _ lines: [String]
    ) {
        var scanner = ByteScanner(Array(text.utf8))
        var found: [String] = []
        while let line = scanner.line() { found.append(Bytes.text(line)) }
        #expect(found == lines)
        #expect(Bytes.lines(of: Array(text.utf8)).map { Bytes.text($0) } == lines.filter { !$0.isEmpty })
    }
}
