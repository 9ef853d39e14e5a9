import Exchanges
import SonicProtocol

/// A rule about the exchanges that match a filter: their requests or responses are intercepted, or their requests are
/// answered by something else than the site.
struct InterceptRule: Equatable, Sendable {
    /// A half of an exchange.
    typealias Stage = Exchanges.InterceptedExchange.Stage

    let id: Int
    /// The number of the stream with which the rule ends.
    let controller: Int
    let filter: ExchangeFilter
    /// What answers the requests; nil for a rule that intercepts.
    let answer: RuleAnswer?
    /// The members that it was made from, as they are reported.
    private let members: [JSONValue.Member]

    /// The maximum length of a member, in bytes.
    static let longest = 256
    /// The names of the members that are conditions, in the order of reports.
    private static let conditions = ["client", "method", "path", "header", "body"]
    /// The names of the members of a rule.
    static let names = Set(
        ["controller", "stage", "filter", "rule", "file", "content", "address"] + conditions)

    /// Returns whether the rule may match the exchange of this request head, as far as the head determines that.
    func mayFit(_ head: ServerRequest) -> Bool { filter.stages.contains { mayFit(head, at: $0) } }

    /// Returns whether the rule may match this half of the exchange of a request head.
    func mayFit(_ head: ServerRequest, at stage: Stage) -> Bool {
        answer == nil && filter.intercepts(MessageFacts(RequestFacts(head), before: stage)) != false
    }

    /// Returns whether the rule answers a request.
    func answers(_ head: ServerRequest) -> Bool {
        answer != nil && filter.matches(MessageFacts(RequestFacts(head), before: .request)) == true
    }

    /// Returns whether the rule matches a message. A body that is not known matches no text.
    func fits(_ message: InterceptedTransfer.Message) -> Bool {
        answer == nil && filter.intercepts(message.facts) == true
    }

    /// The size of its file in bytes.
    var size: Int { if case .file(_, let bytes) = answer { bytes.count } else { 0 } }

    /// The text for the log of what it answered.
    var note: String { "answered by rule \(id): \(answer?.name ?? "")" }

    /// Whether this rule can take the place of another one: with other bytes of the same file.
    func replaces(_ other: InterceptRule) -> Bool {
        answer != nil && answer?.name == other.answer?.name && controller == other.controller
            && filter == other.filter
    }

    /// The rule as it is reported.
    var json: JSONValue {
        .record(
            [.init("id", .integer(id)), .init("controller", .integer(controller))] + members
                + [.init("filter", .string(filter.text))])
    }
}

extension InterceptRule {
    /// Parses the rule of a program's request: a filter, or a stage with conditions that must all match.
    init(_ fields: ControlFields, id: Int) throws(ControlFields.Mistake) {
        guard let controller = try fields.number("controller") else {
            throw .init(sentence: "controller is missing: the number in the first line of your stream.")
        }
        var members: [JSONValue.Member] = []
        var words: [String] = []
        let answer = try Self.answer(fields)
        members += answer.map { [.init(fields["file"] == nil ? "address" : "file", .string($0.name))] } ?? []
        if let stage = fields["stage"] ?? (fields["filter"] == nil && answer == nil ? "" : nil) {
            guard answer == nil else { throw .init(sentence: "stage is for rules that intercept.") }
            guard let stage = Stage(rawValue: stage) else {
                throw .init(sentence: "stage must be request or response.")
            }
            members.append(.init("stage", .string(stage.rawValue)))
            words.append(stage.rawValue + "s")
        }
        for name in Self.conditions {
            guard let text = fields[name], !text.isEmpty else { continue }
            guard text.utf8.count <= Self.longest else {
                throw .init(sentence: "\(name) has at most \(Self.longest) bytes.")
            }
            guard name != "header" || text.dropFirst().contains(":") else {
                throw .init(sentence: "header must be NAME: VALUE, such as User-Agent: *Android*.")
            }
            guard fields["filter"] == nil else {
                throw .init(sentence: "\(name) cannot be combined with filter: write it into the filter.")
            }
            members.append(.init(name, .string(name == "header" ? Self.headerLine(text) : text)))
            // Quotes within quotes are doubled.
            words.append("\(name)=\"\(text.replacing("\"", with: "\"\""))\"")
        }
        do throws(ExchangeFilter.Mistake) {
            let line = (words + [fields["filter"]].compactMap(\.self)).joined(separator: " ")
            let filter = try ExchangeFilter(line, for: answer == nil ? .interception : .request)
            self.init(id: id, controller: controller, filter: filter, answer: answer, members: members)
        } catch {
            throw .init(sentence: error.words)
        }
        guard answer == nil || !filter.readsBodies else {
            throw .init(sentence: "A rule that answers is chosen by a request's headers, not by its body.")
        }
    }

    /// Parses what answers; nil for a rule that intercepts.
    private static func answer(_ fields: ControlFields) throws(ControlFields.Mistake) -> RuleAnswer? {
        if let text = fields["address"] {
            guard fields["file"] == nil, fields["content"] == nil, text.utf8.count <= longestAddress,
                let url = WebURL(text), url.isHTTP, url == url.withoutCredentials
            else {
                throw .init(
                    sentence: "address must be an http or https address without a name and password.")
            }
            return .address(url.withoutFragment)
        }
        guard fields["file"] != nil || fields["content"] != nil else { return nil }
        guard let name = fields["file"], name.utf8.count <= longest, !name.contains("/"),
            let content = try fields.bytes("content"),
            content.count <= RuleAnswer.longestFile
        else {
            throw .init(sentence: "file is a name without /, and content its bytes in Base64, up to 4 MiB.")
        }
        return .file(name: name, content)
    }

    /// The maximum length of an address, in bytes.
    private static let longestAddress = 2048

    /// The header as in a message: with one space after the colon.
    private static func headerLine(_ text: String) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return "\(parts[0]): \(Bytes.text(Bytes.trimmed(Array(parts[1].utf8))))"
    }
}

extension RequestFacts {
    /// Creates the facts of a request that a server received.
    init(_ request: ServerRequest) {
        let client = request.client.isEmpty ? nil : request.client
        self.init(
            method: request.method, url: WebURL(ServedExchange.address(of: request)),
            headers: request.headers,
            client: .init(address: client, userAgent: request.headers.first("user-agent")))
    }
}
