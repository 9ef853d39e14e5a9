import Chance
import SonicProtocol
import Testing

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the test vectors of RFC 4648 encode and decode`(words: String, letters: String) {
        #expect(Base64.text(Array(words.utf8)) == letters)
        #expect(Base64.bytes(Array(letters.utf8)) == Array(words.utf8))
    }

    @Test func `every byte at every position round-trips`() {
        for length in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                let bytes = [UInt8](repeating: byte, count: length) + [byte &+ 85]
                #expect(Base64.bytes(Array(Base64.text(bytes).utf8)) == bytes)
            }
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "=Zg=", "Z===", "====", "Zm9v\n", "Zm-_", "Zg==Zg=x", "Zé==",
    ])
    func `invalid Base64 is rejected`(letters: String) {
        #expect(Base64.bytes(Array(letters.utf8)) == nil)
    }
}
