import SonicProtocol

/// How a server of VasSonic answers (docs/reference/protocol.md#quirks); by default as ours does.
struct Quirks: Sendable {
    /// The Content-Type of pages in UTF-8.
    var contentType = "text/html; charset=utf-8"
    /// The header fields of a page or an update, in order.
    var fields = [
        "Cache-Control", "Cache-Offline", "Etag", "template-tag", "template-change", "Content-Type",
    ]
    /// The members of an update after the data, in order.
    var members = ["template-tag", "html-sha1", "diff"]
    /// Returns the data of an update in sending order.
    var ordered: @Sendable ([UpdateBody.Member]) -> [UpdateBody.Member] = { $0 }
    /// Whether JSON escapes a scalar outside ASCII's control characters, `"` and `\`; nil if it escapes no other.
    var escapes: (@Sendable (UInt32) -> Bool)?
    /// Whether JSON has `\/` for a slash.
    var escapesSlashes = false
    /// What ends a line in the regular expression for titles.
    var lineEnds: [[UInt8]] = [[0x0A]]
    /// Whether all titles are replaced in the template, instead of the first.
    var replacesAllTitles = false
    /// Whether only titles in lower case are replaced.
    var replacesLowerCaseOnly = false
    /// The size in bytes of a block above which the template is empty.
    var longestBlock = Int.max
    /// Whether blocks without a name are numbered; otherwise they share the name `{}`.
    var numbersBlocks = false
    /// Whether the data named `{__proto__}` are lost.
    var losesPrototype = false
    /// Whether a page without blocks is never updated.
    var requiresBlocks = false
    /// Whether updates of pages that are not UTF-8 are empty.
    var losesInvalidUpdates = false
    /// Whether pages that are not UTF-8 are repaired when they are sent.
    var repairsBodies = false
    /// Whether pages that are not UTF-8 are repaired before they are hashed.
    var repairsPages = false
    /// Whether Sonic is for clients that accept gzip, with gzip for all of it and for every other response.
    var compresses = false
    /// Whether names of request headers are case-sensitive.
    var comparesNamesExactly = false
    /// Whether a tag matches in any case.
    var ignoresCaseOfTags = false
    /// Whether the server handles every page: it compresses it, or speaks Sonic to all.
    var isForAll: Bool { compresses || isFilter }
    /// Whether Sonic headers and updates are sent without a request for them, 304 instead of any response without a
    /// body, and Cache-Offline twice on a 304.
    var isFilter = false

    static let sonic = Quirks()

    static let php = Quirks(
        contentType: "text/html; charset=UTF-8", escapes: { $0 > 0x7F }, escapesSlashes: true,
        replacesAllTitles: true, longestBlock: 1_000_000, losesInvalidUpdates: true,
        comparesNamesExactly: true)

    static let node = Quirks(
        fields: ["Content-Type", "Etag", "template-tag", "Cache-Offline", "template-change"],
        members: ["diff", "html-sha1", "template-tag"], ordered: numbersFirst,
        lineEnds: [[0x0A], [0x0D], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]], numbersBlocks: true,
        losesPrototype: true, requiresBlocks: true, repairsBodies: true, compresses: true)

    static let java = Quirks(
        contentType: "text/html;charset=UTF-8", members: ["template-tag", "diff", "html-sha1"],
        ordered: hashed,
        // `<`, `>`, `&`, `=`, `'` and the two line separators.
        escapes: { [0x3C, 0x3E, 0x26, 0x3D, 0x27, 0x2028, 0x2029].contains($0) },
        lineEnds: [[0x0A], [0x0D], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xC2, 0x85]],
        replacesAllTitles: true, replacesLowerCaseOnly: true, repairsPages: true, ignoresCaseOfTags: true,
        isFilter: true)

    /// A JavaScript object's integer-like keys come first, in ascending order.
    private static let numbersFirst: @Sendable ([UpdateBody.Member]) -> [UpdateBody.Member] = { data in
        let numbers = data.compactMap { member -> (Int, UpdateBody.Member)? in
            let digits = String(member.name.dropFirst().dropLast())
            guard let number = Int(digits), "\(number)" == digits, number >= 0 else { return nil }
            return (number, member)
        }
        let names = Set(numbers.map(\.1.name))
        return numbers.sorted { $0.0 < $1.0 }.map(\.1) + data.filter { !names.contains($0.name) }
    }

    /// The order of a Java HashMap: by bucket, with a load factor of three quarters.
    private static let hashed: @Sendable ([UpdateBody.Member]) -> [UpdateBody.Member] = { data in
        var buckets: UInt32 = 16
        while data.count * 4 > Int(buckets) * 3 { buckets *= 2 }
        func bucket(_ name: String) -> UInt32 {
            let hash = name.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
            return (hash ^ (hash >> 16)) % buckets
        }
        return data.enumerated().map { (bucket: bucket($1.name), place: $0, member: $1) }
            .sorted { ($0.bucket, $0.place) < ($1.bucket, $1.place) }.map(\.member)
    }
}
