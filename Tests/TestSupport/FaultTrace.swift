import SonicLint
import SonicProtocol

/// The visible effect of a fault of `sonic-server`.
package struct FaultTrace: Sendable {
    /// The fault's name, as `sonic-server faults` lists it.
    package let fault: String
    /// The visible effect.
    package let shows: Shows

    /// The visible effect of a fault.
    package enum Shows: Sendable {
        /// A finding by this rule after this number of consecutive responses.
        case rule(RuleID, answers: Int)
        /// The responses are not at fault, for this reason.
        case nothing(String)
    }

    private init(_ fault: String, _ shows: Shows) {
        self.fault = fault
        self.shows = shows
    }

    /// All faults, in the order of `sonic-server faults`.
    package static let table: [FaultTrace] = [
        .init("late", .nothing("the response is valid, only late")),
        .init("slow", .nothing("the response is valid, only slow")),
        .init("endless", .nothing("the response does not end")),
        .init("silent", .nothing("there is no response")),
        .init("hang-up", .nothing("there is no response")),
        .init("reset", .rule(.answerIncomplete, answers: 1)),
        .init("truncated", .rule(.answerIncomplete, answers: 1)),
        .init("overrun", .rule(.etagUnlikePage, answers: 1)),
        .init("unavailable", .rule(.sonicUnavailable, answers: 1)),
        .init("closed", .rule(.statusError, answers: 1)),
        .init("error", .rule(.statusError, answers: 1)),
        .init("missing", .rule(.statusError, answers: 1)),
        .init("loop", .rule(.redirectLoop, answers: 1)),
        .init("lost-redirect", .rule(.redirectNowhere, answers: 1)),
        .init("unasked-304", .rule(.notModifiedUnasked, answers: 1)),
        .init("json-first", .rule(.updateUnasked, answers: 1)),
        .init("whole", .rule(.templateSamePageWhole, answers: 2)),
        .init("plain", .rule(.blocksWithoutSonic, answers: 1)),
        .init("wrong-hash", .rule(.updateWrongHash, answers: 2)),
        .init("foreign-blocks", .rule(.updateMissingBlocks, answers: 2)),
        .init("missing-blocks", .rule(.updateMissingBlocks, answers: 2)),
        .init("bad-json", .rule(.updateMalformed, answers: 2)),
        .init("empty-update", .rule(.updateEmpty, answers: 2)),
        .init("wrong-template-tag", .rule(.templateSamePageWhole, answers: 2)),
        .init("weak-etag", .rule(.etagWeak, answers: 1)),
        .init("quoted-etag", .rule(.etagQuoted, answers: 1)),
        .init("etag-key", .nothing("clients look for the tag where sonic-etag-key says")),
        .init("no-etag", .rule(.etagMissing, answers: 1)),
        .init("no-template-tag", .rule(.templateTagMissing, answers: 1)),
        .init("no-template-change", .rule(.templateChangeMissing, answers: 1)),
        .init("no-cache-offline", .rule(.cacheOfflineMissing, answers: 1)),
        .init("doubled", .rule(.headerDoubled, answers: 1)),
        .init("doubled-tags", .rule(.headerDoubled, answers: 1)),
        .init("lower-names", .nothing("header names are case-insensitive")),
        .init("upper-names", .nothing("header names are case-insensitive")),
        .init("offline-store", .nothing("it is one of the four values")),
        .init("offline-false", .nothing("it is one of the four values")),
        .init("offline-http", .nothing("it is one of the four values")),
        .init("offline-odd", .rule(.cacheOfflineUnknown, answers: 1)),
        .init("wrong-charset", .rule(.charsetNotUTF8, answers: 1)),
        .init("bad-gzip", .rule(.contentCodingWrong, answers: 1)),
        .init("gzip-bomb", .rule(.answerTooLarge, answers: 1)),
        .init("cookies", .rule(.cookieOnPage, answers: 1)),
    ]

    /// The table in Markdown.
    package static var document: String {
        let rows = table.map { trace in
            switch trace.shows {
            case .rule(let rule, let answers):
                "| `\(trace.fault)` | \(answers) | [\(rule.rawValue)](#\(rule.rawValue)) |"
            case .nothing(let why): "| `\(trace.fault)` | – | none: \(why) |"
            }
        }
        return "| fault | responses | rule |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }
}
