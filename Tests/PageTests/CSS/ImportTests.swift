import CSS
import Testing

@Suite struct ImportTests {
    @Test func `at most sixteen imports of a style sheet are reported`() {
        let sheet = (0..<40).map { "@import '\($0).css';" }.joined()
        #expect(StyleRules.imports(in: Array(sheet.utf8)) == (0..<16).map { "\($0).css" })
    }
}
