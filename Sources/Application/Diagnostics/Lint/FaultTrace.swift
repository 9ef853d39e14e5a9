/// What becomes visible of a fault that `sonic-server` can be told to have.
package struct FaultTrace: Sendable {
    /// The fault's name, as `sonic-server faults` lists it.
    package let fault: String
    /// What shows of it.
    package let shows: Shows

    /// What shows of a fault.
    package enum Shows: Sendable {
        /// A rule names it once so many answers came, one right after the other.
        case rule(String, answers: Int)
        /// Nothing is wrong with the answers, for this reason.
        case nothing(String)
    }

    private init(_ fault: String, _ shows: Shows) {
        self.fault = fault
        self.shows = shows
    }

    /// All faults, in the order of `sonic-server faults`.
    package static let table: [FaultTrace] = [
        .init("late", .nothing("the answer is sound, only late")),
        .init("slow", .nothing("the answer is sound, only slow")),
        .init("endless", .nothing("the answer does not end")),
        .init("silent", .nothing("there is no answer")),
        .init("hang-up", .nothing("there is no answer")),
        .init("reset", .rule("answer-incomplete", answers: 1)),
        .init("truncated", .rule("answer-incomplete", answers: 1)),
        .init("overrun", .rule("etag-unlike-page", answers: 1)),
        .init("unavailable", .rule("sonic-unavailable", answers: 1)),
        .init("closed", .rule("status-error", answers: 1)),
        .init("error", .rule("status-error", answers: 1)),
        .init("missing", .rule("status-error", answers: 1)),
        .init("loop", .rule("redirect-loop", answers: 1)),
        .init("lost-redirect", .rule("redirect-nowhere", answers: 1)),
        .init("unasked-304", .rule("not-modified-unasked", answers: 1)),
        .init("json-first", .rule("update-unasked", answers: 1)),
        .init("whole", .rule("template-same-page-whole", answers: 2)),
        .init("plain", .rule("blocks-without-sonic", answers: 1)),
        .init("wrong-hash", .rule("update-wrong-hash", answers: 2)),
        .init("foreign-blocks", .rule("update-missing-blocks", answers: 2)),
        .init("missing-blocks", .rule("update-missing-blocks", answers: 2)),
        .init("bad-json", .rule("update-malformed", answers: 2)),
        .init("empty-update", .rule("update-empty", answers: 2)),
        .init("wrong-template-tag", .rule("template-same-page-whole", answers: 2)),
        .init("weak-etag", .rule("etag-weak", answers: 1)),
        .init("quoted-etag", .rule("etag-quoted", answers: 1)),
        .init("etag-key", .nothing("clients find the tag where sonic-etag-key says")),
        .init("no-etag", .rule("etag-missing", answers: 1)),
        .init("no-template-tag", .rule("template-tag-missing", answers: 1)),
        .init("no-template-change", .rule("template-change-missing", answers: 1)),
        .init("no-cache-offline", .rule("cache-offline-missing", answers: 1)),
        .init("doubled", .rule("header-doubled", answers: 1)),
        .init("doubled-tags", .rule("header-doubled", answers: 1)),
        .init("lower-names", .nothing("names of answers' headers have no case")),
        .init("upper-names", .nothing("names of answers' headers have no case")),
        .init("offline-store", .nothing("it is one of the four values")),
        .init("offline-false", .nothing("it is one of the four values")),
        .init("offline-http", .nothing("it is one of the four values")),
        .init("offline-odd", .rule("cache-offline-unknown", answers: 1)),
        .init("wrong-charset", .rule("charset-not-utf8", answers: 1)),
        .init("bad-gzip", .rule("content-coding-wrong", answers: 1)),
        .init("gzip-bomb", .rule("answer-too-large", answers: 1)),
        .init("cookies", .rule("cookie-on-page", answers: 1)),
    ]

    /// The table in Markdown.
    static var document: String {
        let rows = table.map { trace in
            switch trace.shows {
            case .rule(let rule, let answers): "| `\(trace.fault)` | \(answers) | [\(rule)](#\(rule)) |"
            case .nothing(let why): "| `\(trace.fault)` | – | none: \(why) |"
            }
        }
        return "| fault | answers | rule |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }
}
