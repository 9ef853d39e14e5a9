import Browser
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The name of a file that a link suggests.
@Suite struct LeavingPageTests {
    @Test func `a suggested name is used only for same-origin responses that name no other`() {
        let suggestion = FileName.Suggestion(text: "mine.txt", origin: "http://a.test")
        let told = Headers([HeaderField("Content-Disposition", "attachment; filename=theirs.txt")])
        for (headers, address, name) in [
            (Headers(), "http://a.test/f.bin", "mine.txt"), (told, "http://a.test/f.bin", "theirs.txt"),
            (Headers(), "http://b.test/f.bin", "f.bin"), (Headers(), "https://a.test/f.bin", "f.bin"),
        ] {
            #expect(FileName(headers, at: Stage.url(address), suggestion).text == name, "\(address)")
        }
    }
}
