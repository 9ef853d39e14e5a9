import CellGrid
import Testing

@Suite struct SoughtTextTests {
    @Test func `a search in hostile text is linear`() throws {
        let text = String(repeating: "a", count: 300_000)
        let sought = String(repeating: "a", count: 5000) + "b"
        let start = ContinuousClock.now
        #expect(CellTableTests.found(sought, in: Array(text.utf8)) == [])
        // A quadratic search takes minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
