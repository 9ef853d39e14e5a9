import SonicProtocol
import SonicSession

/// The exchanges to intercept, as a line of words: `responses host=*.example status=3xx`
/// (docs/guide/debugging.md#intercepting). Conditions of one kind are alternatives; those of different kinds must all
/// match.
public struct InterceptFilter: Equatable, Sendable {
    /// The halves of an exchange to intercept.
    public let stages: Set<InterceptedExchange.Stage>
    /// Whether resources of pages, such as style sheets, are intercepted too.
    let takesResources: Bool
    /// The line as written, without surrounding spaces.
    public let text: String
    private let hosts: [String]
    private let paths: [String]
    private let statuses: [StatusPattern]
    private let outcomes: Set<ForeseenOutcome>

    /// The error of a line that is not a valid filter, with the syntax.
    public struct Mistake: Error, Equatable, Sendable {
        /// The error as a sentence.
        public let words: String

        /// Creates an error.
        public init(words: String) {
            self.words = words
        }
    }

    /// A word of the language with its meaning, for completion and help.
    public struct Word: Equatable, Sendable {
        /// The word; one that takes values ends with `=` or a colon.
        public let text: String
        /// What it selects.
        public let help: String
        /// The possible values; empty if there is no list of them.
        public let values: [String]

        package init(_ text: String, _ help: String, _ values: [String] = []) {
            (self.text, self.help) = (text, help)
            self.values = values
        }
    }

    /// The words in the order of the help.
    public static let words: [Word] = [
        Word("responses", "responses, once received in full; the default"),
        Word("requests", "requests, before they go out"),
        Word("resources", "also style sheets and other resources, not only pages"),
        Word("host=", "of these hosts: host=*.example,localhost:8080"),
        Word("path=", "at these paths, query included: path=/news*"),
        Word("status=", "responses with these statuses: status=304,5xx"),
        Word("outcome=", "responses with these outcomes: " + ForeseenOutcome.names),
    ]

    /// Parses a line. An empty one intercepts all responses to page requests.
    public init(_ line: String) throws(Mistake) {
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        var (stages, takesResources): (Set<InterceptedExchange.Stage>, Bool) = ([], false)
        var (hosts, paths): ([String], [String]) = ([], [])
        var (statuses, outcomes): ([StatusPattern], Set<ForeseenOutcome>) = ([], [])
        for word in words {
            switch word {
            case "requests": stages.insert(.request)
            case "responses": stages.insert(.response)
            case "resources": takesResources = true
            default:
                let (name, values) = try Self.condition(word)
                switch name {
                case "host": hosts += values.map { $0.lowercased() }
                case "path": paths += values
                case "status":
                    statuses += try StatusPattern.all(values)
                case "outcome":
                    for value in values { outcomes.insert(try Self.outcome(value)) }
                default: throw Self.unknown(word)
                }
            }
        }
        if stages.isEmpty { stages = [.response] }
        if stages.contains(.request), !statuses.isEmpty || !outcomes.isEmpty {
            throw Mistake(
                words: "A request has no status and no outcome yet: leave out requests, or those conditions.")
        }
        self.stages = stages
        self.takesResources = takesResources
        self.hosts = hosts
        self.paths = paths
        self.statuses = statuses
        self.outcomes = outcomes
        text = words.isEmpty ? "responses" : words.joined(separator: " ")
    }

    /// Whether a request is intercepted before it is sent.
    public func matches(_ request: Request, for use: RequestCause.Use) -> Bool {
        stages.contains(.request) && fits(request, use)
    }

    /// Whether the response with these headers is intercepted.
    public func matches(_ head: ResponseHead, to request: Request, for use: RequestCause.Use) -> Bool {
        stages.contains(.response) && fits(request, use)
            && (statuses.isEmpty || statuses.contains { $0.fits(head.status) })
            && (outcomes.isEmpty || outcomes.contains(ForeseenOutcome(head, to: request)))
    }

    private func fits(_ request: Request, _ use: RequestCause.Use) -> Bool {
        guard use == .page || takesResources else { return false }
        let url = request.url
        return
            (hosts.isEmpty || Wildcards.fit(any: hosts, url.host)
            || Wildcards.fit(any: hosts, url.hostAndPort))
            && (paths.isEmpty || Wildcards.fit(any: paths, url.requestTarget))
    }

    private static func condition(_ word: String) throws(Mistake) -> (name: String, values: [String]) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 2 else { throw unknown(word) }
        let values = parts[1].split(separator: ",").map(String.init)
        guard !values.isEmpty else {
            throw Mistake(words: "\(word) requires a value, such as \(example(parts[0])).")
        }
        return (parts[0], values)
    }

    private static func example(_ name: String) -> String {
        switch name {
        case "host": "host=localhost"
        case "path": "path=/news*"
        case "outcome": "outcome=data-update"
        default: "status=304"
        }
    }

    private static func outcome(_ value: String) throws(Mistake) -> ForeseenOutcome {
        // Other parts of the program write them in one word.
        let spelled = Outcome.Kind(spelled: value)?.rawValue
        let other = ForeseenOutcome.allCases.first { Outcome.Kind(spelled: $0.rawValue)?.rawValue == spelled }
        guard let outcome = ForeseenOutcome(rawValue: value) ?? (spelled == nil ? nil : other) else {
            throw Mistake(words: "Unknown outcome “\(value)”: use \(ForeseenOutcome.names).")
        }
        return outcome
    }

    private static func unknown(_ word: String) -> Mistake {
        let known = words.map { $0.text.hasSuffix("=") ? $0.text + "…" : $0.text }.joined(separator: ", ")
        return Mistake(words: "Unknown condition “\(word)”: use \(known).")
    }
}

/// The outcome that a response's headers indicate. Its body may still disprove it.
public enum ForeseenOutcome: String, CaseIterable, Sendable {
    /// A page of a server with Sonic, requested without tags.
    case firstLoad = "first-load"
    /// The data of an update.
    case dataUpdate = "data-update"
    /// A page of a server with Sonic, although tags were sent.
    case templateChange = "template-change"
    /// The stored page is up to date.
    case allCached = "all-cached"
    /// A page of a server without Sonic, or not a page.
    case plain
    /// A redirect to another address.
    case redirect
    /// An error, or an invalid response.
    case error

    /// All names for display.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// Determines the outcome from the headers of a response, by the rules of a session
    /// (docs/reference/protocol.md#classification).
    public init(_ head: ResponseHead, to request: Request) {
        let asked = RequestConditions(request.headers)
        switch ResponseClassifier.classify(head, tags: ResponseTags(head.headers), asked: asked) {
        case .notModified: self = .allCached
        case .update: self = .dataUpdate
        case .page(.sonic) where asked.sonic: self = asked.templateTag == nil ? .firstLoad : .templateChange
        case .page: self = .plain
        case .redirect: self = .redirect
        case .unavailable, .error, .invalid: self = .error
        }
    }
}

/// A status or a class of statuses: `304`, `3xx`.
package struct StatusPattern: Equatable, Sendable {
    private let range: ClosedRange<Int>

    /// Parses a status or a class; nil for anything else.
    package init?(_ text: String) {
        if text.utf8.count == 3, text.hasSuffix("xx"), let digit = text.first?.wholeNumberValue,
            (1...9).contains(digit)
        {
            range = (digit * 100)...(digit * 100 + 99)
        } else if let status = Int(text), (100...999).contains(status) {
            range = status...status
        } else {
            return nil
        }
    }

    /// Parses statuses.
    package static func all(_ texts: [String]) throws(InterceptFilter.Mistake) -> [StatusPattern] {
        try texts.map { text throws(InterceptFilter.Mistake) in
            if let pattern = StatusPattern(text) { return pattern }
            throw .init(words: "“\(text)” is not a valid status: write one such as 304, or 3xx.")
        }
    }

    /// Whether it matches a status.
    package func fits(_ status: Int) -> Bool { range.contains(status) }
}
