import SonicProtocol
import SonicSession

// Pages this program writes itself: how to begin. What failed is written by the tab it failed in.
extension Model {
    /// The address of the start page.
    static let startAddress = WebURL("about:start")

    /// What the screen shows as long as no address was given.
    mutating func showStartPage() {
        guard let url = Self.startAddress else { return }
        let rows: [Command] = [
            .openAddress, .nextLink, .follow, .back, .reload, .nextArrangement, .typeCommand, .help, .quit,
        ]
        let help = rows.compactMap { keys.binding(of: $0) }.map { binding in
            let key = Self.escaped(keys.keyName(of: binding.command))
            return "<tr><td><b>\(key)</b></td><td>\(Self.escaped(binding.help))</td></tr>"
        }
        let html = """
            <title>sonic</title><h1>sonic</h1>
            <p>Pages you have seen open at once, and only what changed comes over the network.</p>
            <p>Press <b>\(Self.escaped(keys.keyName(of: .openAddress)))</b> and type an address. Run <code>sonic demo</code> for a tour.</p>
            \(recentList)<h2>Keys</h2><table>\(help.joined())</table>
            """
        let width = pageWidth(pageArea(plan))
        tabs.front.show(Document(url: url, source: .own, html: Array(html.utf8), width: width))
    }

    /// The pages seen lately as a list of links; nothing when there are none.
    private var recentList: String {
        guard !recent.isEmpty else { return "" }
        let items = recent.map { url in
            let text = Self.escaped(url.href)
            return "<li><a href=\"\(text)\">\(text)</a></li>"
        }
        return "<h2>Recent pages</h2><ol>\(items.joined())</ol>"
    }

    /// Lays the server's answer over the panes: as a page when it is HTML, else as it is.
    mutating func showAnswer() {
        guard let body = visit?.answer, let url = visit?.result?.url ?? document?.url else { return }
        let type = visit?.result?.head?.headers.first("content-type") ?? ""
        let isHTML = type.isEmpty || type.lowercased().contains("html")
        let kind: Document.Kind = isHTML ? .html(contentType: type) : .text(contentType: type)
        let width = max(1, sheetArea.columns.value - 2)
        var answer = Document(
            url: url, source: .own, kind: kind, charsets: setup.charsets, html: body, width: width)
        answer.settle(height: max(1, sheetArea.rows.value))
        sheet = .answer(answer)
    }

    static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
