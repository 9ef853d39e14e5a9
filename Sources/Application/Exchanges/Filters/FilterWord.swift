import SonicProtocol
import SonicSession

/// A word of the language of filters: the one place that says how it is written, what it asks, and how that is explained
/// and completed.
package struct FilterWord: Sendable {
    /// An example of its use, which begins with its name.
    package let example: String
    /// What it selects.
    package let help: String
    /// The possible values; empty if there is no list of them.
    let values: [String]
    /// Whether commas separate alternatives.
    let isList: Bool
    /// Reads a value; nil if it is not valid.
    let read: Reader

    /// Whether an exchange meets a condition; nil if that is not known yet.
    typealias Test = @Sendable (any ExchangeFacts) -> Bool?
    /// Reads a value, which is the whole text to look for and not a part of it if it was written with `=`.
    typealias Reader = @Sendable (_ value: String, _ isWhole: Bool) -> Test?

    private init(
        _ example: String, _ help: String, values: [String] = [], isList: Bool = true,
        _ read: @escaping Reader
    ) {
        (self.example, self.help) = (example, help)
        (self.values, self.isList) = (values, isList)
        self.read = read
    }

    /// The name, written before `:` or `=`.
    package var name: String { String(example.prefix { $0 != ":" }) }

    /// The words in the order of the help.
    package static let table: [FilterWord] = [
        FilterWord(
            "outcome:template-change,plain", "with these outcomes",
            values: outcomes, outcome),
        FilterWord("status:304,5xx", "responses with these statuses", status),
        FilterWord(
            "host:*.example", "of these hosts, without or with the port",
            texts(areWhole: true) { $0.url.map { [$0.host, $0.hostAndPort] } ?? [] }),
        FilterWord(
            "path:/news*", "at these paths, without or with the query",
            texts(areWhole: true, foldingCase: false) { $0.url.map { [$0.path, $0.requestTarget] } ?? [] }),
        FilterWord(
            "folder:/news", "at these paths and below them",
            texts(areWhole: true, foldingCase: false) { $0.url?.prefixes ?? [] }),
        FilterWord("method:POST", "with these methods", texts(areWhole: true) { [$0.method] }),
        FilterWord(
            "client:iphone", "of clients with this in their name, User-Agent or address",
            texts { [$0.client?.name, $0.client?.userAgent, $0.client?.address].compactMap(\.self) }),
        FilterWord(
            "header:\"vary: cookie\"", "with this header in request or response, and with this in its value",
            isList: false, header),
        FilterWord("body:sonicdiff", "with this text in the body, byte for byte", isList: false, body),
        FilterWord(
            "has:error", "with one of: " + features.map(\.0).joined(separator: ", "),
            values: features.map(\.0)
        ) { value, _ in features.first { $0.0 == value.lowercased() }?.1 },
        FilterWord("finding:etag-*", "with findings of these rules", finding),
        FilterWord(
            "size:>10k", "of which more or fewer bytes were received",
            bound(["": 1, "k": 1000, "m": 1_000_000], \.received)),
        FilterWord(
            "time:>500ms", "that took longer or less time: ms, s, m",
            bound(["ms": 1, "s": 1000, "m": 60_000], \.milliseconds)),
        FilterWord(
            "address:tides", "with this in the address; “address:” can be left out", isList: false,
            texts { [$0.url?.href].compactMap(\.self) }),
    ]

    /// The word with a name; nil for none.
    static func named(_ name: some StringProtocol) -> FilterWord? { byName[name.lowercased()] }

    private static let byName = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

    // MARK: The kinds of values

    private static func texts(
        areWhole: Bool = false, foldingCase: Bool = true,
        _ texts: @escaping @Sendable (RequestFacts) -> [String]
    ) -> Reader {
        { value, isWhole in
            let pattern = TextPattern(value, isWhole: isWhole || areWhole, foldsCase: foldingCase)
            return { $0.request.test { texts($0).contains { pattern.fits($0.utf8) } } }
        }
    }

    private static func bound(
        _ units: [String: Int], _ number: @escaping @Sendable (any ExchangeFacts) -> Fact<Int>
    ) -> Reader {
        { text, _ in
            let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard let sign = text.first, sign == ">" || sign == "<",
                let unit = units[text.dropFirst(digits.count + 1).lowercased()],
                let count = Int(digits), count <= 1 << 40
            else { return nil }
            return { number($0).test { sign == ">" ? $0 > count * unit : $0 < count * unit } }
        }
    }

    /// The outcomes, with hyphens.
    private static let outcomes =
        Outcome.Kind.allCases.map { kind in
            kind.rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
        } + ["redirect"]

    @Sendable private static func outcome(_ value: String, _: Bool) -> Test? {
        let name = value.lowercased()
        if name == "redirect" { return { $0.status.test(isRedirect) } }
        guard let kind = name == "error" ? .failed : Outcome.Kind(spelled: value) else { return nil }
        return { $0.outcome.test { $0 == kind } }
    }

    @Sendable private static func status(_ value: String, _: Bool) -> Test? {
        let isClass = value.utf8.count == 3 && value.lowercased().hasSuffix("xx")
        let unit = isClass ? 100 : 1
        guard let number = Int(isClass ? String(value.prefix(1)) : value), 100...999 ~= number * unit else {
            return nil
        }
        return { $0.status.test { $0 / unit == number } }
    }

    @Sendable private static func header(_ text: String, isWhole: Bool) -> Test? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { Bytes.text(Bytes.trimmed(Array($0.utf8))) }
        guard let name = parts.first, !name.isEmpty else { return nil }
        let value = parts.count > 1 ? parts[1] : ""
        let pattern = TextPattern(value, isWhole: isWhole && !value.isEmpty, foldsCase: true)
        @Sendable func fits(_ headers: Headers) -> Bool {
            headers.values(name).contains { pattern.fits($0.bytes) }
        }
        return { Truth.any([$0.request.test { fits($0.headers) }, $0.responseHeaders.test(fits)]) }
    }

    @Sendable private static func body(_ value: String, _: Bool) -> Test? {
        let finder = ByteFinder(Array(value.utf8))
        return { $0.body.test { finder.first(in: $0.span) != nil } }
    }

    @Sendable private static func finding(_ value: String, _: Bool) -> Test? {
        let pattern = TextPattern(value, isWhole: true, foldsCase: true)
        return { $0.findings.test { $0.contains { pattern.fits($0.rawValue.utf8) } } }
    }

    private static let features: [(String, Test)] = [
        ("error", { $0.hasError.test { $0 } }),
        ("finding", { $0.findings.test { !$0.isEmpty } }),
        ("body", { $0.body.test { !$0.isEmpty } }),
        ("redirect", { $0.status.test(isRedirect) }),
        (
            "cookie",
            { Truth.any([header("cookie", isWhole: false)?($0), header("set-cookie", isWhole: false)?($0)]) }
        ),
        ("update", { $0.responseHeaders.test { ["false", "0"].contains($0.first("template-change")) } }),
    ]

    private static func isRedirect(_ status: Int) -> Bool { (300...399).contains(status) && status != 304 }
}

extension WebURL {
    /// The path and the folders above it, each without and with a slash at the end.
    fileprivate var prefixes: [String] {
        let text = path.hasSuffix("/") ? path : path + "/"
        return text.indices.filter { text[$0] == "/" }.flatMap { [String(text[..<$0]), String(text[...$0])] }
    }
}

/// A text to look for, in which `*` stands for any text.
private enum TextPattern: Sendable {
    case part(ByteFinder)
    case whole([UInt8], foldsCase: Bool)

    init(_ text: String, isWhole: Bool, foldsCase: Bool) {
        let bytes = foldsCase ? text.utf8.map(Bytes.lowered) : Array(text.utf8)
        let star = [UInt8(ascii: "*")]
        self =
            if isWhole {
                .whole(bytes, foldsCase: foldsCase)
            } else if text.contains("*") {
                .whole(star + bytes + star, foldsCase: foldsCase)
            } else {
                .part(ByteFinder(bytes, foldsCase: foldsCase))
            }
    }

    func fits(_ text: some Sequence<UInt8>) -> Bool {
        switch self {
        case .part(let finder): finder.first(in: Array(text).span) != nil
        case .whole(let pattern, let foldsCase):
            Wildcards.fit(pattern, foldsCase ? text.map(Bytes.lowered) : Array(text))
        }
    }
}

/// Conditions that may not be decided yet (Kleene 1938): nil for unknown.
enum Truth {
    /// Whether one of them holds.
    static func any(_ results: some Sequence<Bool?>) -> Bool? { first(true, in: results) }

    /// Whether all of them hold.
    static func all(_ results: some Sequence<Bool?>) -> Bool? { first(false, in: results) }

    private static func first(_ decisive: Bool, in results: some Sequence<Bool?>) -> Bool? {
        var result: Bool? = !decisive
        for each in results where each != !decisive {
            if each == decisive { return decisive }
            result = nil
        }
        return result
    }
}
