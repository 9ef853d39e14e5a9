import CellGrid
import Exchanges
import SessionWords
import SonicProtocol

/// The text of the headers pane: the request as sent and the response as received, line by line.
struct HeadersText {
    /// The visit; nil before the first.
    let visit: Visit?
    /// How secrets are handled.
    var secrets = Secrets.masked
    /// The available columns.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        guard let visit, let request = visit.trace.request else {
            return StyledLine.wrapped("No request was sent.", .dimmed, to: width, first: " ", indent: " ")
        }
        var lines = [StyledLine(" Request", .paneTitle)]
        var mask = HeadMask(secrets)
        if visit.trace.sentHead.isEmpty {
            lines += field("\(request.method) \(request.url.requestTarget)")
            for header in request.headers.fields {
                lines += field("\(header.name): \(secrets.value(of: header))")
            }
        } else {
            for text in Self.lines(of: visit.trace.sentHead) { lines += field(mask.line(text)) }
        }
        for note in visit.trace.notes.map(\.words) {
            lines += StyledLine.wrapped(note, .dimmed, to: width, first: " · ", indent: "   ")
        }
        lines += [StyledLine(), StyledLine(" Response", .paneTitle)]
        guard let head = visit.trace.head else {
            return lines + [StyledLine(visit.isBusy ? " not yet" : " none", .dimmed)]
        }
        mask = HeadMask(secrets)
        lines += Self.lines(of: head.raw).flatMap { field(mask.line($0)) }
        let added = visit.result?.addedHeaders ?? []
        guard !added.isEmpty else { return lines }
        lines.append(StyledLine(" Added here", .paneTitle))
        return lines + added.flatMap { field("\($0.name): \(secrets.value(of: $0))") }
    }

    /// Returns the lines of a header section as text, without the empty one at its end.
    private static func lines(of raw: [UInt8]) -> [String] {
        Bytes.lines(of: raw).map { Bytes.text($0) }
    }

    private func field(_ text: String) -> [StyledLine] {
        var lines = StyledLine.wrapped(text, .text, to: width, first: " ", indent: "   ")
        guard let first = lines.first?.text, let colon = first.firstIndex(of: ":"),
            !first[..<colon].dropFirst().contains(" ")
        else { return lines }
        lines[0] = StyledLine([
            StyledLine.Run(text: String(first[...colon]), role: .name),
            StyledLine.Run(text: String(first[first.index(after: colon)...]), role: .text),
        ])
        return lines
    }
}
