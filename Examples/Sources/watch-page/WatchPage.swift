import SonicClient
import URLSessionConnection

/// Opens a page that is kept in a folder, and prints what happens on the way: watch-page URL FOLDER
@main struct WatchPage {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { return print("usage: watch-page URL FOLDER") }
        let sonic = Sonic(connection: .urlSession(), store: .folder(CommandLine.arguments[2]))
        do throws(WebURL.Failure) {
            for await event in try sonic.open(CommandLine.arguments[1], hooks: hooks) {
                if let line = line(event) { print(line) }
            }
        } catch {
            print(error)
        }
    }

    /// What the program wants to be asked and told.
    private static let hooks = SessionHooks(
        willRequest: { request in
            print("will request \(request.url)")
            return .sendWith([HeaderField("Accept-Language", "en")])
        },
        requiresReload: { _ in print("requires reload") },
        completed: { result in print("completed: \(result.reason.words)") })

    /// An event as a line; nil for those that this program has no use for.
    private static func line(_ event: SessionEvent) -> String? {
        switch event {
        case .cachedPageFound(let page): "show the stored page, version \(page.number)"
        case .pieceReceived(let bytes): "append \(bytes.count) bytes"
        case .pageReplaced(let page): "show the page, \(page.html.count) bytes"
        case .blocksUpdated(_, let changes, _): "patch \(changes.map(\.name).joined(separator: ", "))"
        case .cachedPageWithdrawn: "show nothing"
        case .ended(let result): "ended: \(result.outcome.name)"
        default: nil
        }
    }
}
