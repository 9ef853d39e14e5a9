import Browser
import BrowserServices
import BrowserValues
import HTML
import SonicProtocol
import SonicSession

extension GetCommand {
    /// Returns the encoding of a page; nil if there is no page. Linear in the bytes that it is determined from:
    /// usually the first ones.
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
