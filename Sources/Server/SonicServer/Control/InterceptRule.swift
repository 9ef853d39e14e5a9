import Exchanges
import SonicProtocol

/// A rule that intercepts the requests or responses that match all of its filters. A filter that is nil matches
/// everything.
struct InterceptRule: Equatable, Sendable {
    typealias Stage = Exchanges.InterceptedExchange.Stage

    /// A header name with a pattern of its value.
    struct Header: Equatable, Sendable {
        let name: String
        let value: [UInt8]
    }

    let id: Int
    /// The number of the stream with which the rule ends.
    let controller: Int
    let stage: Stage
    var client: String?
    var method: String?
    var path: String?
    var header: Header?
    var body: String?

    /// The maximum length of a filter, in bytes.
    static let longest = 256
    /// The names of the members of a rule.
    static let names: Set<String> = ["controller", "stage", "client", "method", "path", "header", "body"]

    /// Returns whether the rule may match the exchange of this request head, as far as the head determines that.
    func mayFit(_ head: ServerRequest) -> Bool {
        guard Self.fits(client, head.client), Self.fits(path, head.path) else { return false }
        if let method, !Bytes.equalIgnoringCase(method.utf8, head.method.utf8) { return false }
        return stage == .response || fits(head.headers)
    }

    /// Returns whether the rule matches a request.
    func fits(_ request: ServerRequest) -> Bool {
        stage == .request && mayFit(request) && fits(text: request.body)
    }

    /// Returns whether the rule matches the response to a request; a header may be of either. A missing body matches no
    /// text.
    func fits(_ headers: Headers, _ body: [UInt8]?, to request: ServerRequest) -> Bool {
        guard stage == .response, mayFit(request), fits(headers) || fits(request.headers) else {
            return false
        }
        return self.body == nil || body.map(fits(text:)) ?? false
    }

    private func fits(_ headers: Headers) -> Bool {
        guard let header else { return true }
        return headers.values(header.name).contains { Wildcards.fit(header.value, $0.bytes) }
    }

    private func fits(text: [UInt8]) -> Bool {
        guard let body else { return true }
        return ByteFinder(Array(body.utf8)).first(in: text.span, from: 0) != nil
    }

    private static func fits(_ pattern: String?, _ text: String) -> Bool {
        pattern.map { Wildcards.fit(Array($0.utf8), Array(text.utf8)) } ?? true
    }

    /// The rule as it is reported.
    var json: JSONValue {
        .record([
            .init("id", .integer(id)), .init("controller", .integer(controller)),
            .init("stage", .string(stage.rawValue)), .init("client", .string(orNull: client)),
            .init("method", .string(orNull: method)), .init("path", .string(orNull: path)),
            .init("header", .string(orNull: header.map { "\($0.name): \(Bytes.text($0.value))" })),
            .init("body", .string(orNull: body)),
        ])
    }
}

extension InterceptRule {
    /// Parses the rule of a program's request.
    init(_ fields: ControlFields, id: Int) throws(ControlFields.Mistake) {
        guard let controller = try fields.number("controller") else {
            throw .init(sentence: "controller is missing: the number in the first line of your stream.")
        }
        guard let stage = fields["stage"].flatMap(Stage.init) else {
            throw .init(sentence: "stage must be request or response.")
        }
        self.init(id: id, controller: controller, stage: stage)
        client = try Self.filter("client", fields)
        method = try Self.filter("method", fields)
        path = try Self.filter("path", fields)
        body = try Self.filter("body", fields)
        if let text = try Self.filter("header", fields) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw .init(sentence: "header must be NAME: VALUE, such as User-Agent: *Android*.")
            }
            header = Header(name: String(parts[0]), value: Array(Bytes.trimmed(Array(parts[1].utf8))))
        }
    }

    private static func filter(
        _ name: String, _ fields: ControlFields
    ) throws(ControlFields.Mistake) -> String? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        guard text.utf8.count <= longest else {
            throw .init(sentence: "\(name) has at most \(longest) bytes.")
        }
        return text
    }
}
