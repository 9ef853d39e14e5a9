import SonicProtocol
import SonicSession
import Workbench

/// A response to be compared with another one.
public struct ComparedAnswer: Sendable {
    /// Its name.
    let name: String
    /// The full exchange, to be shown side by side.
    public let side: ExchangeSide
    /// The header section as received, or built from the parsed fields if the raw bytes were not kept.
    let head: [UInt8]
    /// The body without content coding.
    let body: [UInt8]

    /// Creates a comparison operand of the last response of a session, or nil if none was received.
    public init?(_ trace: SessionTrace, name: String) {
        guard let turn = trace.turns.last(where: { $0.head != nil }), let head = turn.head else { return nil }
        self.name = name
        side = ExchangeSide(trace, title: name)
        let lines = head.headers.fields.map { "\($0.name): \($0.value)" }
        let first = "\(head.version) \(head.status) \(head.reason)"
        self.head =
            head.raw.isEmpty
            ? Array((([first] + lines).joined(separator: "\n") + "\n").utf8)
            : head.raw.filter { $0 != 0x0D }
        body = turn.body ?? trace.result?.answerBody ?? []
    }

    /// Creates a comparison operand of a file: a response, or a page without headers.
    public init(_ file: ExchangeSide) {
        name = file.title
        head = file.response.bytes?.filter { $0 != 0x0D } ?? []
        body = file.body.bytes ?? []
        side = file
    }

    /// The lines of the header section as text.
    var headLines: [String] { Self.lines(head) }
    /// The lines of the body as text.
    var bodyLines: [String] { Self.lines(body) }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Bytes.text($0) }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }
}

/// A comparison of two responses: first the headers line by line, then the bodies.
public struct AnswerComparison: Sendable {
    /// The earlier response.
    let old: ComparedAnswer
    /// The later response.
    let new: ComparedAnswer

    /// Creates a comparison of two responses.
    public init(old: ComparedAnswer, new: ComparedAnswer) { (self.old, self.new) = (old, new) }

    /// The differences as `diff -u` prints them. Headers that differ only in `Date` count as equal; empty if nothing
    /// else differs.
    public var bytes: [UInt8] {
        let isOfAnotherTime = Self.undated(old.head) == Self.undated(new.head)
        let heads =
            isOfAnotherTime
            ? []
            : ShortestEdits.unifiedDiff(
                from: old.head, to: new.head, names: (old.name + " headers", new.name + " headers"))
        return heads
            + ShortestEdits.unifiedDiff(
                from: old.body, to: new.body, names: (old.name + " body", new.name + " body"))
    }

    /// Returns a header section without its `Date` field.
    private static func undated(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
        head.split(separator: 0x0A).filter { !Bytes.equalIgnoringCase($0.prefix(5), Array("date:".utf8)) }
    }
}
