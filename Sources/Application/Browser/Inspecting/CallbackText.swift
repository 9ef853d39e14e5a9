import CellGrid
import SonicProtocol
import SonicSession

/// The data that VasSonic's clients would pass to the page's script, `getDiffDataCallback`, after the session
/// (docs/reference/protocol.md#callback). No script runs here: it is for authors of pages.
struct CallbackText {
    /// The visit.
    let visit: Visit
    /// The available columns.
    let width: Column

    /// A summary in one line, or why nothing is known.
    var what: String {
        switch visit.callback {
        case .pending:
            visit.isBusy
                ? "The page's script is called when the session has ended." : "The session was stopped."
        case .discarded: "The callback is no longer in memory. Reload the page to see it."
        case .nothing: "sonicStatus 0: nothing is passed to the page's script"
        case .known(let callback):
            "sonicStatus \(SonicStatus(callback).rawValue), code \(callback.code), source code \(callback.srcCode)"
                + (callback.update.map { ", \(Self.blocks($0.blocks.count))" } ?? "")
        }
    }

    /// The object passed to the script; nil for none.
    var json: [UInt8]? {
        guard case .known(let callback) = visit.callback else { return nil }
        return Array(callback.json.text().utf8)
    }

    /// The lines of the description, with the changed data at the end; empty if nothing is known.
    var lines: [StyledLine] {
        switch visit.callback {
        case .pending, .discarded: []
        case .nothing:
            fact("sonicStatus", "0, nothing was passed")
                + fact("outcome", "\(visit.result?.outcome.name ?? "none"), for which VasSonic has no code")
        case .known(let callback): lines(of: callback)
        }
    }

    private func lines(of callback: DiffCallback) -> [StyledLine] {
        let status = SonicStatus(callback)
        var lines = fact("sonicStatus", "\(status.rawValue), \(status.words)")
        lines += fact("code", "\(callback.code), \(Self.name(callback.code)): the result for the page")
        lines += fact(
            "srcCode", "\(callback.srcCode), \(Self.name(callback.srcCode)): the result of the response alone"
        )
        if let update = callback.update { lines += fact("refresh time", "\(update.localRefreshTime) ms") }
        let extra = callback.extra
        let headers = [
            ("eTag", extra.etag), ("template-tag", extra.templateTag), ("cache-offline", extra.cacheOffline),
        ]
        for (name, value) in headers { lines += value.map { fact(name, $0) } ?? [] }
        lines += fact("isReload", extra.isReload ? "true" : "false")
        for block in callback.update?.blocks ?? [] {
            lines += [StyledLine(), StyledLine(" \(VisibleText.line(block.name))", .heading)]
            var text = ByteText(Array(block.text.utf8), .text, .html, width: width)
            text.layOut(throughRow: Self.blockRows)
            lines += text.lines(0..<min(text.rowCount, Self.blockRows))
            if !text.isWhole || text.rowCount > Self.blockRows {
                lines += StyledLine.wrapped(
                    "… \(block.text.utf8.count.bytes) in all", .dimmed, to: width, first: " ", indent: " ")
            }
        }
        return lines
    }

    /// The maximum number of rows of a block shown here; the JSON form has all of it.
    private static let blockRows = 200

    private static func blocks(_ count: Int) -> String {
        "\(count) changed \(count == 1 ? "block" : "blocks")"
    }

    private static func name(_ code: Int) -> String {
        [1000: "first load", 2000: "template change", 200: "data update", 304: "all cached"][code]
            ?? "unknown"
    }

    private func fact(_ name: String, _ value: String) -> [StyledLine] {
        StyledLine.fact(name, VisibleText.line(value), nameWidth: 14, to: width)
    }
}

extension SonicStatus {
    /// The script's action in this state.
    fileprivate var words: String {
        switch self {
        case .unknown: "nothing was passed"
        case .firstLoad: "first load: the page is new"
        case .templateChange: "template change: the page is loaded again"
        case .dataUpdate: "data update: the changed blocks are patched"
        case .cached: "cached: what is on the screen stays"
        }
    }
}

extension Visit {
    /// The data that would be passed to the page's script.
    enum Callback: Sendable {
        /// It is not known yet.
        case pending
        /// None, since the outcome has no code.
        case nothing
        /// This object.
        case known(DiffCallback)
        /// An object that is no longer in memory.
        case discarded
    }

    /// Records the callback when the session has ended: the bytes that it is made of may be discarded later.
    mutating func noteCallback(at moment: Duration) {
        callback = DiffCallback(trace, at: moment).map { .known($0) } ?? .nothing
    }

    /// The number of bytes of pages, bodies and changed blocks that it retains.
    var heldBytes: Int {
        guard case .known(let callback) = callback else { return trace.heldBytes }
        return (callback.update?.blocks ?? []).reduce(trace.heldBytes) { $0 + $1.text.utf8.count }
    }
}
