import PageLayout
import SonicProtocol
import SonicSession

// The start page. The tab writes the page of its failure.
extension Model {
    /// The address of the start page.
    static let startAddress = WebURL("about:start")

    /// Shows the page for a browser without an address: the inbox or an introduction, and the keys.
    mutating func showStartPage() {
        guard let url = Self.startAddress else { return }
        let rows: [Command] = [
            .openAddress, .nextLink, .follow, .back, .reload, .nextArrangement, .typeCommand, .help, .quit,
        ]
        let help = rows.compactMap { keys.binding(of: $0) }.map { binding in
            let key = Escaping.text(keys.keyName(of: binding.command))
            return "<tr><td><b>\(key)</b></td><td>\(Escaping.text(binding.help))</td></tr>"
        }
        let width = pageWidth(pageArea(plan))
        let pages = account.inbox.html(width: width, now: now, keys: keys, reach: reach)
        let beginning =
            pages.isEmpty
            ? """
            <h1>sonic</h1>
            <p>Visited pages open at once, and only changes come over the network.</p>
            <p>Press <b>\(Escaping.text(keys.keyName(of: .openAddress)))</b> and type an address. Run <code>sonic demo</code> for a tour.</p>
            """ : pages
        let html = "<title>sonic</title>\(beginning)<h2>Keys</h2><table>\(help.joined())</table>"
        var page = Document(url: url, source: .own, html: Array(html.utf8), width: width)
        if !pages.isEmpty {
            page.layOutWhole()
            page.chosenLink = 0
        }
        account.tabs.front.show(page)
    }
}
