import Diagnostics
import SonicProtocol
import SonicSession

/// An answer as it is held against another one.
public struct ComparedAnswer: Sendable {
    /// What it is called.
    let name: String
    /// All of the exchange, to be shown side by side.
    public let side: ExchangeSide
    /// The head as it came, line by line; without raw bytes as it was read.
    let head: [UInt8]
    /// The body, content coding removed.
    let body: [UInt8]

    /// The last answer of a session; nil where none came.
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

    /// What is in a file: a response, or a page without a head.
    public init(_ file: ExchangeSide) {
        name = file.title
        head = file.response.bytes?.filter { $0 != 0x0D } ?? []
        body = file.body.bytes ?? []
        side = file
    }

    /// The head's lines as text.
    var headLines: [String] { Self.lines(head) }
    /// The body's lines as text.
    var bodyLines: [String] { Self.lines(body) }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Bytes.text($0) }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }
}

/// Two answers held against each other: heads line by line, then bodies.
public struct AnswerComparison: Sendable {
    /// The one before.
    let old: ComparedAnswer
    /// The one now.
    let new: ComparedAnswer

    /// A comparison of two answers.
    public init(old: ComparedAnswer, new: ComparedAnswer) { (self.old, self.new) = (old, new) }

    /// Both as `diff -u` writes it; empty where nothing differs but the moment of the answers, which `Date` tells.
    public var bytes: [UInt8] {
        let isOfAnotherTime = Self.undated(old.head) == Self.undated(new.head)
        let heads =
            isOfAnotherTime
            ? []
            : UnifiedDiff.bytes(
                from: old.head, to: new.head, names: (old.name + " headers", new.name + " headers"))
        return heads
            + UnifiedDiff.bytes(
                from: old.body, to: new.body, names: (old.name + " body", new.name + " body"))
    }

    /// A head without the line of its `Date`.
    private static func undated(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
        head.split(separator: 0x0A).filter { !Bytes.equalIgnoringCase($0.prefix(5), Array("date:".utf8)) }
    }
}
