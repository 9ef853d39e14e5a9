import SonicProtocol

/// Rules in order of precedence: every matching rule that changes headers is applied, up to and including the first
/// one that maps or blocks.
public struct RuleList: Sendable, Equatable {
    /// The result of applying the rules to a request.
    public struct Decision: Sendable, Equatable {
        /// Where the response comes from.
        public enum Answer: Sendable, Equatable {
            /// The next connection, which receives the request as changed.
            case sending
            /// The file at this path.
            case file(String)
            /// No response; the reason is a clause.
            case nobody(String)
        }

        /// The request as changed by the rules.
        public var request: Request
        /// Where the response comes from.
        public var answer = Answer.sending
        /// What the rules did, one finding each; empty if no rule matched.
        public var findings: [Finding] = []
        /// The rules that were applied, in order.
        public var rules: [ConnectionRule] = []
    }

    /// The rules.
    public let rules: [ConnectionRule]
    private let secrets: SecretHeaders
    private let domainToASCII: WebURL.DomainToASCII?

    /// Creates a list of rules. Findings mask the values of the headers in `secrets`.
    public init(
        _ rules: [ConnectionRule], secrets: SecretHeaders = .standard,
        domainToASCII: WebURL.DomainToASCII? = nil
    ) {
        self.rules = rules
        self.secrets = secrets
        self.domainToASCII = domainToASCII
    }

    /// Whether both lists contain the same rules.
    public static func == (left: RuleList, right: RuleList) -> Bool { left.rules == right.rules }

    /// Applies the rules to a request.
    /// - Complexity: O(*n*) in the number of rules.
    public func decide(_ request: Request) -> Decision {
        decide(request, rules.filter { $0.condition?.holds(request) ?? true })
    }

    /// Returns what the rules may do with a request to an address, whatever the rest of the request: a decision for each
    /// rule with a condition, as if it was the only one, then that of the rules without.
    public func decisions(at url: WebURL) -> [Decision] {
        let request = Request(url: url, headers: Headers())
        let conditional = rules.filter { $0.condition != nil }
        return conditional.map { decide(request, [$0]) }
            + [decide(request, rules.filter { $0.condition == nil })]
    }

    private func decide(_ request: Request, _ rules: [ConnectionRule]) -> Decision {
        var decision = Decision(request: request)
        for rule in rules {
            guard let stars = rule.pattern.match(request.url) else { continue }
            switch rule.action {
            case .setHeader(let field):
                decision.request.headers.remove(field.name)
                decision.request.headers.append(field)
                note(&decision, rule, "set \(field.name)")
            case .addHeader(let field):
                decision.request.headers.append(field)
                note(&decision, rule, "added \(field.name)")
            case .removeHeader(let name):
                decision.request.headers.remove(name)
                note(&decision, rule, "removed \(name)")
            case .block:
                decision.answer = .nobody("the rule “\(rule.text(masking: secrets))” blocks this address")
                note(&decision, rule, "blocked the request")
                return decision
            case .mapToURL(let template):
                // A path that was added to a host is the path of the request.
                let isAdded = template.hasSuffix("/*") && !rule.text.hasSuffix("/*")
                let kept =
                    isAdded ? stars.prefix(template.count { $0 == "*" } - 1) + stars.suffix(1) : stars[...]
                map(&decision, rule, to: Self.fill(template, kept))
                return decision
            case .mapToFile(let template):
                guard let path = Self.path(template, stars) else {
                    decision.answer = .nobody(
                        "the rule “\(rule.text(masking: secrets))” would lead out of its folder")
                    note(&decision, rule, "found no file for the request")
                    return decision
                }
                decision.answer = .file(path)
                note(&decision, rule, "answered with the file \(path)")
                return decision
            }
        }
        return decision
    }

    private func note(_ decision: inout Decision, _ rule: ConnectionRule, _ what: String) {
        decision.rules.append(rule)
        decision.findings.append(
            Finding(.connectionRule, "the rule “\(rule.text(masking: secrets))” \(what)"))
    }

    private func map(_ decision: inout Decision, _ rule: ConnectionRule, to address: String) {
        do {
            decision.request.url = try WebURL.parse(address, domainToASCII: domainToASCII)
            note(&decision, rule, "sent the request to \(decision.request.url.href)")
        } catch {
            decision.answer = .nobody(
                "the rule “\(rule.text(masking: secrets))” leads to “\(address)”, which is not a valid address"
            )
            note(&decision, rule, "found no address for the request")
        }
    }

    /// The template with each `*` replaced by what the `*` with the same number in the pattern matched.
    private static func fill(_ template: String, _ stars: some Sequence<String>) -> String {
        let pieces = template.split(separator: "*", omittingEmptySubsequences: false)
        var text = String(pieces.first ?? "")
        for (star, piece) in zip(stars, pieces.dropFirst()) { text += star + piece }
        return text
    }

    /// The path of a file; nil if the matched text would climb out of the folder that the template names, or is not
    /// UTF-8. The query is ignored, and a path that ends with `/` means the `index.html` in that folder.
    private static func path(_ template: String, _ stars: [String]) -> String? {
        var decoded: [String] = []
        for star in stars {
            let bytes = WebURL.percentDecoded(star.prefix { $0 != "?" })
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0),
                !text.split(separator: "/").contains("..")
            else { return nil }
            decoded.append(text)
        }
        let path = fill(template, decoded)
        // Two stars next to each other, each harmless, must not form a `..` that climbs.
        let climbs = template.split(separator: "/").count { $0 == ".." }
        guard path.split(separator: "/").count(where: { $0 == ".." }) == climbs else { return nil }
        return path.hasSuffix("/") ? path + "index.html" : path
    }
}

/// A connection that applies the user's rules to requests.
public struct RuleConnection: RegisteredConnection {
    /// Reads a file; the failure says why it cannot be read.
    public typealias FileReader = @Sendable (String) async -> Result<[UInt8], Unreadable>

    /// Why a file cannot be read.
    public struct Unreadable: Error, Equatable {
        /// The reason, a clause.
        public let reason: String

        /// Creates an error with a reason.
        public init(reason: String) { self.reason = reason }
    }

    private let rules: RuleList
    private let read: FileReader

    /// Creates a connection that applies `rules` and reads files with `read`.
    public init(_ rules: RuleList, read: @escaping FileReader) {
        self.rules = rules
        self.read = read
    }

    /// The name shown on screens.
    public var name: ConnectionName { "rules" }

    /// Whether any rule matches the address.
    public func accepts(_ request: Request) async -> Bool { !rules.decide(request).findings.isEmpty }

    /// Responds with a file, refuses the request, or sends it, changed by the rules, to the next connection. If a
    /// file cannot be read, the response is a 404 with the reason.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        let (decision, read) = (rules.decide(request), read)
        return ResponseRelay.stream {
            let notes = decision.findings.map { ResponseEvent.noted($0) }
            switch decision.answer {
            case .sending: return ResponseRelay(notes, then: onward.exchange(decision.request))
            case .nobody(let why): return ResponseRelay([.failed(.refused(by: "rules", detail: why))])
            case .file(let path):
                switch await read(path) {
                case .success(let bytes):
                    let type = FileType.mediaType(of: path)
                    return .answer(bytes, type: type, to: request, findings: decision.findings)
                case .failure(let failure):
                    return .answer(
                        Array("\(path) cannot be read: \(failure.reason)\n".utf8),
                        type: "text/plain; charset=utf-8", to: request, status: 404, reason: "Not Found",
                        findings: decision.findings)
                }
            }
        }
    }
}
