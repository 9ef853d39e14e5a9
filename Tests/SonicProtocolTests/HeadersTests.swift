import SonicProtocol
import Testing

@Suite struct HeadersTests {
    @Test func `a confirmation takes the place of fields whose names are no text too`() {
        let odd = HeaderField(nameBytes: [0xEE], valueBytes: [0x61])
        let stored = Headers([odd, HeaderField("A", "1"), HeaderField("ETag", "x")])
        let newer = HeaderField(nameBytes: [0xEE], valueBytes: [0x62])
        let confirmation = Headers([newer, HeaderField("a", "2"), HeaderField("ETag", "y")])
        let renewed = stored.renewed(by: confirmation)
        #expect(renewed.fields == [HeaderField("ETag", "x"), newer, HeaderField("a", "2")])
        #expect(renewed.renewed(by: confirmation) == renewed)
    }
}
