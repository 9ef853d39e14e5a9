import SonicProtocol
import SonicSession

/// A word of the language of filters: the one place that says how it is written, what it asks, and how that is explained
/// and completed.
package struct FilterWord: Sendable {
    /// The name, written before `:` or `=`.
    package let name: String
    /// An example of its use.
    package let example: String
    /// What it selects.
    package let help: String
    /// The possible values; empty if there is no list of them.
    var values: [String] = []
    /// Whether commas separate alternatives.
    var isList = true
    /// Whether a test takes time that is linear in the body.
    var readsBody = false
    /// Reads a value, which is the whole text to look for and not a part of it if it was written with `=`; nil if it is
    /// not valid.
    let read: @Sendable (_ value: String, _ isWhole: Bool) -> Test?

    /// Whether an exchange meets a condition; nil if that is not known yet.
    typealias Test = @Sendable (any ExchangeFacts) -> Bool?

    /// The word with a name; nil for none.
    static func named(_ name: some StringProtocol) -> FilterWord? {
        let name = name.lowercased()
        return table.first { $0.name == name }
    }

    /// The words in the order of the help.
    package static let table: [FilterWord] = [
        FilterWord(
            name: "outcome", example: "outcome:template-change,plain", help: "with these outcomes",
            values: Outcome.Kind.allCases.map(\.filterName) + ["redirect"], read: outcome),
        FilterWord(
            name: "status", example: "status:304,5xx", help: "responses with these statuses", read: status),
        FilterWord(
            name: "host", example: "host:*.example", help: "of these hosts, without or with the port",
            read: texts(areWhole: true) { $0.url.map { [$0.host, $0.hostAndPort] } ?? [] }),
        FilterWord(
            name: "path", example: "path:/news*", help: "at these paths, without or with the query",
            read: texts(areWhole: true, foldingCase: false) {
                $0.url.map { [$0.path, $0.requestTarget] } ?? []
            }),
        FilterWord(
            name: "method", example: "method:POST", help: "with these methods",
            read: texts(areWhole: true) { [$0.method] }),
        FilterWord(
            name: "client", example: "client:iphone",
            help: "of clients with this in their name, User-Agent or address",
            read: texts { [$0.client?.name, $0.client?.userAgent, $0.client?.address].compactMap(\.self) }),
        FilterWord(
            name: "header", example: "header:\"vary: cookie\"",
            help: "with this header in request or response, or with this in its value", isList: false,
            read: header),
        FilterWord(
            name: "body", example: "body:sonicdiff", help: "with this text in the body, byte for byte",
            isList: false, readsBody: true, read: body),
        FilterWord(
            name: "has", example: "has:error",
            help: "with one of: " + features.map(\.0).joined(separator: ", "),
            values: features.map(\.0), read: { value, _ in features.first { $0.0 == value.lowercased() }?.1 }),
        FilterWord(
            name: "finding", example: "finding:etag-*", help: "with findings of these rules", read: finding),
        FilterWord(
            name: "size", example: "size:>10k", help: "of which more or fewer bytes were received",
            read: bound(["": 1, "k": 1000, "m": 1_000_000], \.received)),
        FilterWord(
            name: "time", example: "time:>500ms", help: "that took longer or less time: ms, s, m",
            read: bound(["ms": 1, "s": 1000, "m": 60_000]) { facts in
                if case .known(let took) = facts.took {
                    .known(Int(took.wholeMilliseconds))
                } else {
                    .pending
                }
            }),
        FilterWord(
            name: "address", example: "address:tides",
            help: "with this in the address; “address:” can be left out",
            isList: false, read: texts { [$0.url?.href].compactMap(\.self) }),
    ]

    // MARK: The kinds of values

    private static func texts(
        areWhole: Bool = false, foldingCase: Bool = true,
        _ texts: @escaping @Sendable (RequestFacts) -> [String]
    ) -> @Sendable (String, Bool) -> Test? {
        { value, isWhole in
            let pattern = TextPattern(value, isWhole: isWhole || areWhole, foldsCase: foldingCase)
            return { $0.request.test { texts($0).contains { pattern.fits($0.utf8) } } }
        }
    }

    private static func bound(
        _ units: [String: Int], _ number: @escaping @Sendable (any ExchangeFacts) -> Fact<Int>
    ) -> @Sendable (String, Bool) -> Test? {
        { text, _ in
            let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard let sign = text.first, sign == ">" || sign == "<",
                let unit = units[text.dropFirst(digits.count + 1).lowercased()],
                let count = Int(digits), count <= 1 << 40
            else { return nil }
            return { number($0).test { sign == ">" ? $0 > count * unit : $0 < count * unit } }
        }
    }

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
