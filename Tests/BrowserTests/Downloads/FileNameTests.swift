import Testing

@testable import Browser
@testable import BrowserValues

@Suite struct FileNameTests {
    @Test func `a long name keeps its extension`() {
        let name = FileName(String(repeating: "é", count: 500) + ".tar.gz").text
        #expect(name.utf8.count <= FileName.limit)
        #expect(name.hasSuffix("é.tar.gz"))
        #expect(FileName("x." + String(repeating: "y", count: 500)).text.utf8.count == FileName.limit)
        // One character of a thousand scalars.
        let stacked = FileName("a" + String(repeating: "\u{301}", count: 1000) + ".txt").text
        #expect(stacked.utf8.count <= FileName.limit && stacked.unicodeScalars.first == "a")
    }
}
