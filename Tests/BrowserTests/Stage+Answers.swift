import PageLayout
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

extension QueryReply {
    /// Some reply: queries are compared without theirs.
    static var any: QueryReply { QueryReply { _, _ in [] } }
}

// Answers to queries, at the time that a test chooses.
extension Stage {
    /// Answers the last of the queries that `find` knows.
    mutating func answer<Answer>(_ answer: Answer, to find: (Query) -> QueryReply<Answer>?) {
        for case .ask(let query) in effects.reversed() {
            if let reply = find(query) { return send(reply.event(answer)) }
        }
        Issue.record("this was not asked")
    }

    mutating func answer(_ order: StyleOrder, _ bytes: [UInt8]?) {
        answer(bytes) { if case .style(order, let reply) = $0 { reply } else { nil } }
    }

    mutating func answer(_ order: PictureOrder, _ report: PictureReport) {
        answer(report) { if case .picture(order, let reply) = $0 { reply } else { nil } }
    }

    mutating func answer(_ report: ExportReport) {
        answer(report) { if case .export(_, let reply) = $0 { reply } else { nil } }
    }

    mutating func answer(_ files: Result<[SentFile], QueryRefusal>) {
        answer(files) { if case .files(_, let reply) = $0 { reply } else { nil } }
    }

    mutating func answer(_ paths: [FoundPath]) {
        answer(paths) { if case .completions(_, let reply) = $0 { reply } else { nil } }
    }

    mutating func answer(_ parts: [FoundPart]) {
        answer(parts) { if case .parts(let reply) = $0 { reply } else { nil } }
    }

    mutating func answer(_ edit: Edit) {
        answer(edit) { if case .edit(_, _, let reply) = $0 { reply } else { nil } }
    }

    /// Reports the inbox of an account as it is read.
    mutating func report(inbox pages: [InboxPage], of account: String = "alice") {
        send(QueryReply(of: account) { $0.show(inbox: $1) }.event(pages))
    }

    /// Reports the known pages of an account, to complete an address.
    mutating func report(known pages: [KnownPage], of account: String = "alice") {
        send(QueryReply(of: account) { $0.setKnown(pages: $1, for: .address) }.event(pages))
    }

    /// Reports that a page of the inbox was refreshed.
    mutating func report(refreshed page: InboxPage, failure: String? = nil) {
        let reply = QueryReply<(page: InboxPage, failure: String?)>(of: "alice") {
            $0.update($1.page, failure: $1.failure, at: page.url)
        }
        send(reply.event((page, failure)))
    }

    /// Reports the bookmarks of an account.
    mutating func report(_ bookmarks: BookmarkReport, of account: String = "alice") {
        send(QueryReply(of: account) { $0.handle($1) }.event(bookmarks))
    }

    /// Reports what was forgotten of an account.
    mutating func report(_ forgotten: ForgetReport, of account: String = "alice") {
        send(QueryReply(of: account) { $0.handle($1) }.event(forgotten))
    }
}
