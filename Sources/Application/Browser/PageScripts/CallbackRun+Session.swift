import HTML
import SonicProtocol
import SonicSession
import Workbench

extension CallbackRun {
    /// Creates the run of a session's update. Linear in the pages.
    /// - Parameter chosen: The encoding chosen for the page; nil if the page decides.
    /// - Returns: Nil if the session has no changed blocks for a callback, or their pages are no longer in memory.
    package init?(
        _ trace: SessionTrace, _ callback: DiffCallback?, as client: ClientModel = .android,
        scripts: [String: String] = [:], chosen: EncodingChoice?, _ charsets: CharacterConversion
    ) {
        guard let callback, let stored = trace.replaced, !stored.html.isEmpty, let page = trace.page else {
            return nil
        }
        func text(_ bytes: [UInt8]) -> [UInt8] {
            let type = stored.headers.first("content-type")
            var sent = SentText(chosen.map { .known($0) } ?? .page(contentType: type), charsets)
            return sent.append(bytes, isLast: true)
        }
        self.init(
            callback, url: stored.url, from: text(stored.html), to: text(page), as: client, scripts: scripts)
    }
}
