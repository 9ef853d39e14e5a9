import CellGrid
import SonicProtocol
import SonicSession

/// The facts about the connection of a request.
struct ConnectionText {
    let session: InspectedSession
    let width: Column

    private var exchange: SessionTrace.Turn { session.exchange }

    /// The summary of the view.
    var what: String {
        guard let request = exchange.request else { return session.unasked }
        guard exchange.report != nil else { return session.unanswered }
        return "The connection to \(request.url.host)"
    }

    /// One line for each fact; unknown ones are omitted.
    var lines: [StyledLine] {
        guard let request = exchange.request else { return [] }
        var lines = fact("requested", request.url.withoutFragment.withoutCredentials.href)
        guard let report = exchange.report else { return lines }
        lines += fact("answered by", report.answeredBy.map(\.rawValue))
        lines += fact("address", report.peer)
        lines += fact("protocol", report.version)
        lines += fact("opened", isReused(report))
        lines += fact(
            "TLS",
            report.tls ?? (request.url.scheme == "https" ? nil : "none: the connection is not encrypted"))
        if let shown = report.certificate {
            lines += [StyledLine(), StyledLine(" Certificate", .paneTitle)]
            lines += fact("for", shown.subject) + fact("issued by", shown.issuer)
            lines += fact("valid from", shown.validFrom) + fact("valid until", shown.validUntil)
            lines += fact("checked", shown.verdict)
        }
        lines += [StyledLine(), StyledLine(" Bytes", .paneTitle)]
        lines += fact("sent", report.bytesSent.bytes) + fact("received", report.bytesReceived.bytes)
        lines += fact("head", exchange.head.map { $0.raw.count.bytes })
        lines += fact("body", report.bodyBytesReceived.map { "\($0.bytes) on the wire" })
        return lines + fact("decoded", exchange.bodyBytes.map(\.bytes))
    }

    /// Returns whether a connection was opened or reused; nil if no times were measured.
    private func isReused(_ report: TransferReport) -> String? {
        guard !report.timings.isEmpty else { return nil }
        return report.timings[.connecting] == nil
            ? "before: an open connection was reused" : "for this request"
    }

    private func fact(_ name: String, _ value: String?) -> [StyledLine] {
        guard let value, !value.isEmpty else { return [] }
        return StyledLine.fact(name, VisibleText.line(value), nameWidth: 12, to: width)
    }
}
