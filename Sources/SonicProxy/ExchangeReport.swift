import ProxyRules
import SonicProtocol
import SonicServer

/// What there is to tell of one exchange once it is over.
public struct ExchangeReport {
    /// The client's request line.
    public let method: String
    /// The target as the client wrote it.
    public let target: String
    /// The client's address; empty for none known.
    public let client: String
    /// The status of the answer; nil when the client was gone before there was one.
    public private(set) var status: Int?
    /// What the server's half of Sonic came to.
    public private(set) var outcome = SonicOutcome.plain
    /// Why it came to that, and what else there is to say.
    public private(set) var notes: [String] = []
    /// Bytes of the answer's body that were sent.
    public private(set) var bytesSent = 0
    /// Bytes of the page that was gathered, as the upstream sent it; nil for answers that passed through.
    public var pageBytes: Int?
    /// How the exchange ended.
    public private(set) var ending = ConversationEnding.lost
    /// How long it took.
    public private(set) var duration = Duration.zero
    /// Everything that went over the wire; nil where nothing is recorded.
    var recorded: RecordedExchange?
    private let start = ContinuousClock.now

    init(_ request: ServerRequest, from client: String, isRecorded: Bool) {
        method = request.method
        target = request.target
        self.client = client
        guard isRecorded else { return }
        var recorded = RecordedExchange(
            method: request.method, target: request.target, headers: request.headers)
        recorded.requestBody.add(request.body)
        self.recorded = recorded
    }

    /// Notes the head of the answer.
    mutating func answered(_ status: Int, _ headers: Headers, to request: ServerRequest) {
        self.status = status
        outcome = SonicOutcome(of: status, headers, to: request.headers)
        recorded?.answer(status: status, headers)
    }

    /// Notes a part of the answer's body.
    mutating func sent(_ bytes: some Collection<UInt8>) {
        bytesSent += bytes.count
        recorded?.responseBody.add(bytes)
    }

    /// Notes something to be told.
    mutating func note(_ text: String) { notes.append(text) }

    /// The report at the end.
    func ended(_ ending: ConversationEnding) -> ExchangeReport {
        var copy = self
        copy.ending = ending
        copy.duration = .now - start
        return copy
    }
}

extension ExchangeReport: CustomStringConvertible {
    /// A line: method, target, status, outcome, sizes, time, notes.
    public var description: String {
        let answer = status.map { "\($0) \(outcome.rawValue)" } ?? "no answer"
        let of = pageBytes.map { " of \($0)" } ?? ""
        let (seconds, fraction) = duration.components
        let milliseconds = seconds * 1000 + fraction / 1_000_000_000_000_000
        let lost = ending == .lost ? ", cut off" : ""
        let told = notes.isEmpty ? "" : ": " + notes.joined(separator: "; ")
        let asked = "\(Self.visible(method)) \(Self.visible(target))"
        return "\(asked) \(answer), \(bytesSent)\(of) bytes, \(milliseconds) ms\(lost)\(Self.visible(told))"
    }

    /// Text of others, at most a line or two of it, without what a terminal would take for orders.
    private static func visible(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(300).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > 300 ? "…" : "")
    }
}
