import Browser
import BrowserServices
import HTML
import SonicProtocol
import SonicSession

extension GetCommand {
    /// The encoding that a page is read in; nil where there is no page. Linear in what it is found by: its first bytes
    /// as a rule.
    static func encoding(of page: ShownPage?, _ settings: BrowserSettings) -> EncodingChoice? {
        guard let page else { return nil }
        if let chosen = settings.encoding(at: page.url) { return chosen }
        let type = page.headers.first("content-type")
        var decoder = PageDecoder(
            ResponseClassifier.isHTML(page.headers, page.html) || ResponseClassifier.isXML(type)
                ? .page(contentType: type) : .text(contentType: type),
            .iconv)
        var rest = page.html[...]
        while decoder.choice == nil, !rest.isEmpty {
            _ = decoder.append(Array(rest.prefix(4096)))
            rest = rest.dropFirst(4096)
        }
        if decoder.choice == nil { _ = decoder.finish() }
        return decoder.choice
    }
}
