import Configuration
import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// An encoding chosen by the user: the page is decoded again from the same bytes.
@Suite struct EncodingChoiceTests {
    @Test func `an encoding that the system does not support is reported`() throws {
        let url = try #require(WebURL("http://a.example/"))
        let document = Document(
            url: url, source: .current,
            kind: .html(contentType: nil, chosen: EncodingChoice(.windows1251, .reader)),
            charsets: .asciiOnly,
            html: Array("<p>".utf8) + [0xEF, 0xF0, 0xE8], width: 60)
        #expect(document.missingTables?.contains("windows-1251") == true)
        #expect(document.encodingWords.contains("windows-1251 (chosen with :encoding)"))
    }
}
