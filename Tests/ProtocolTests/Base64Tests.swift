import SonicProtocol
import Testing

@Suite struct Base64Tests {
    @Test func `every byte at every position round-trips`() {
        for length in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                let bytes = [UInt8](repeating: byte, count: length) + [byte &+ 85]
                #expect(Base64.bytes(Array(Base64.text(bytes).utf8)) == bytes)
            }
        }
    }
}
