import Exchanges
import SonicProtocol

/// A rule that intercepts the requests or responses that match a filter.
struct InterceptRule: Equatable, Sendable {
    /// A half of an exchange.
    typealias Stage = Exchanges.InterceptedExchange.Stage

    let id: Int
    /// The number of the stream with which the rule ends.
    let controller: Int
    let filter: ExchangeFilter
    /// The members that it was made from, as they are reported.
    private let members: [JSONValue.Member]

    /// The maximum length of a member, in bytes.
    static let longest = 256
    /// The names of the members that are conditions, in the order of reports.
    private static let conditions = ["client", "method", "path", "header", "body"]
    /// The names of the members of a rule.
    static let names = Set(["controller", "stage", "filter"] + conditions)

    /// Returns whether the rule may match the exchange of this request head, as far as the head determines that.
    func mayFit(_ head: ServerRequest) -> Bool { filter.stages.contains { mayFit(head, at: $0) } }

    /// Returns whether the rule may match this half of the exchange of a request head.
    func mayFit(_ head: ServerRequest, at stage: Stage) -> Bool {
        filter.intercepts(MessageFacts(RequestFacts(head), before: stage)) != false
    }

    /// Returns whether the rule matches a message. A body that is not known matches no text.
    func fits(_ message: InterceptedTransfer.Message) -> Bool { filter.intercepts(message.facts) == true }

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
        if let stage = fields["stage"] ?? (fields["filter"] == nil ? "" : nil) {
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
            self.init(
                id: id, controller: controller, filter: try ExchangeFilter(line, for: .interception),
                members: members)
        } catch {
            throw .init(sentence: error.words)
        }
    }

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
