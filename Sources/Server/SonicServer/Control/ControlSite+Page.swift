import SonicProtocol

// The control page, with tables that a terminal can display, too.
extension ControlSite {
    var page: String {
        DemoPage.document(
            title: "sonic-server", isStart: true,
            """
            <p>\(journal.savings.summary.asHTML.replacing("\n", with: "<br>"))</p>
            <h2>The next response</h2>
            <form action="\(Self.path)next" method="post">
            <p>of <input name="path" size="30" value="\(lastPath.asHTML)"> gets the fault
            <select name="fault">\(Self.options)</select> <button>Set</button></p>
            </form>
            \(waiting)
            <h2>The last requests</h2>
            <p>The newest first; also as <a href="\(Self.path)sessions.json">JSON</a>.</p>
            <table>
            <tr><th>Time</th><th>Client</th><th>Page</th><th>Status</th><th>Outcome</th><th>Request tags</th>\
            <th>Response tags</th><th>Bytes</th><th>Without Sonic</th></tr>
            \(journal.recent.reversed().map(Self.row).joined(separator: "\n"))
            </table>
            """)
    }

    /// The forced responses first, then all other faults.
    private static let options: String = {
        let forced: [Fault] = [.unasked304, .jsonFirst, .whole, .plain, .closed]
        let others = Fault.allCases.filter { !forced.contains($0) }
        return (forced + others).map {
            "<option value=\"\($0.rawValue)\">\($0.rawValue): \($0.meaning.asHTML)</option>"
        }.joined(separator: "\n")
    }()

    private var lastPath: String {
        let last = journal.recent.last { $0.method == "GET" && !$0.target.hasPrefix(Self.path) }
        return last.map { ServerRequest(target: $0.target).path } ?? "/"
    }

    private var waiting: String {
        let orders = plan.waiting.map { path, faults in
            "<li>\(LogText.line(path).asHTML): \(faults.map(\.rawValue).joined(separator: ", "))</li>"
        }
        return orders.isEmpty ? "" : "<p>Ordered:</p>\n<ul>\n\(orders.joined(separator: "\n"))\n</ul>"
    }

    private static func row(_ record: RequestRecord) -> String {
        let cells = [
            String(CalendarTime.timestamp(record.begun).dropFirst(11)), record.client,
            "\(record.method) \(record.target)", record.status.map(String.init) ?? "none",
            record.outcome.rawValue, tags(record.asked), tags(record.sent), "\(record.bytes)",
            "\(record.plainBytes)",
        ]
        return "<tr>\(cells.map { "<td>\(LogText.line($0).asHTML)</td>" }.joined())</tr>"
    }

    private static func tags(_ tags: RequestRecord.Tags) -> String {
        [tags.etag, tags.template].compactMap { $0?.prefix(8) }.joined(separator: " ")
    }
}
