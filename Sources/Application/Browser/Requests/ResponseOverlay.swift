import CellGrid
import SessionReports
import SessionWords
import SonicProtocol
import Workbench

/// The overlay of the response to a resent request. Its lines are made once for each width.
struct ResponseOverlay: TextOverlay {
    enum Subject: Sendable {
        /// A response, with the one it is compared with; nil for none.
        case resent(ResendAnswer, before: ExchangeSide?)
        /// Two pending responses of this order, and their addresses.
        case awaited(Int, urls: [WebURL])
    }

    let subject: Subject
    /// The lines and the scroll position.
    var text = ScrolledText()
    private var shown: (width: Column, secrets: Secrets)?

    /// Creates an overlay of a subject.
    init(_ subject: Subject) { self.subject = subject }

    /// The response that can be stored; nil for none.
    var resent: ResendAnswer? { if case .resent(let answer, _) = subject { answer } else { nil } }

    /// The title in its border.
    var title: String { resent == nil ? "Sending…" : "Response to the resent request" }

    var hints: [Command] {
        let own: [Command] = resent == nil ? [] : [.storeAnswer, .backToRequest, .compareAnswers]
        return own + [.closeOverlay, .lineDown, .lineUp, .pageDown]
    }

    var ways: String {
        "{store-response} stores the response, {back-to-request} changes the request, {close} leaves."
    }

    var context: KeyTable.Context { .aside }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        let next = (width: area.columns, secrets: model.shownSecrets)
        if shown.map({ $0 != next }) ?? true {
            shown = next
            text.lines =
                switch subject {
                case .resent(let answer, let before):
                    Self.lines(answer, before, next.width, next.secrets, model.plot)
                case .awaited(_, let urls):
                    urls.flatMap { StyledLine.paragraph($0.href, .text, to: next.width, hanging: 2) }
                }
        }
        text.clamp(height: height(in: area))
        return true
    }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .storeAnswer:
            if let resent { return .stays([.ask(.store(resent.number, model.reply { $0.show($1) }))]) }
            return .stays(model.refuse("There is no response yet."))
        case .backToRequest: return .stays(model.backToRequest())
        case .closeOverlay:
            if case .awaited(let number, _) = subject { return .closes([.stopResending(number)]) }
            return .closes()
        case .some, nil: return .passes(command)
        }
    }

    /// The maximum number of lines of a body.
    private static let bodyLines = 12

    private static func lines(
        _ resent: ResendAnswer, _ before: ExchangeSide?, _ width: Column, _ secrets: Secrets,
        _ plot: Plot
    ) -> [StyledLine] {
        func wrapped(_ text: String, _ role: Role = .text) -> [StyledLine] {
            StyledLine.paragraph(text, role, to: width, hanging: 2)
        }
        let result = resent.result
        let verdict = SessionVerdict(result)
        var lines = wrapped(resent.request.firstLine, .name)
        for change in resent.overrides.all { lines += wrapped("overrides: " + change.words, .dimmed) }
        lines += [StyledLine()]
        let ending = Plot.Ending(verdict)
        lines += wrapped("\(plot.sign(ending)) \(verdict.nameAndCode)", Role(ending))
        lines += wrapped(result.reason.words)
        if let version = resent.version {
            lines += wrapped("compared with stored version \(version)", .dimmed)
        }
        if !result.changedBlocks.isEmpty {
            lines += wrapped("changed: " + result.changedBlocks.joined(separator: ", "))
        }
        for redirect in result.redirects {
            lines += wrapped("\(redirect.status) from \(redirect.from.href)", .dimmed)
        }
        guard let answer = resent.answer else { return lines }
        lines += [StyledLine(), StyledLine(" Response", .heading)]
        let head = HeadMask.head(answer.response.bytes ?? [], secrets)
        lines += Bytes.lines(of: head).flatMap { wrapped(Bytes.text($0.prefix(2000))) }
        let bytes = answer.body.bytes ?? []
        lines += [StyledLine(), StyledLine(" Body, \(bytes.count.byteText)", .heading)]
        if case .missing(let why) = answer.body { lines += wrapped(why, .dimmed) }
        let body = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        lines += body.prefix(bodyLines).flatMap { wrapped(Bytes.text($0.prefix(600))) }
        if body.count > bodyLines {
            lines.append(StyledLine(" … and \(body.count - bodyLines) more lines", .dimmed))
        }
        return lines + (before.map { difference(of: answer, from: $0, secrets, width) } ?? [])
    }

    /// The maximum number of lines of the differences of two bodies.
    private static let differentLines = 2000

    /// Returns the differences from the previous response: names, headers, bodies.
    private static func difference(
        of answer: ExchangeSide, from before: ExchangeSide, _ secrets: Secrets, _ width: Column
    ) -> [StyledLine] {
        let comparison = SideComparison(old: before, new: answer)
        func words(_ text: String, _ role: Role) -> [StyledLine] {
            StyledLine.paragraph(text, role, to: width - 1, hanging: 2)
        }
        var lines = [StyledLine(), StyledLine(" Compared with the previous response", .heading)]
        lines += words("- " + before.title, .removed) + words("+ " + answer.title, .added) + [StyledLine()]
        lines += comparison.headers(secrets, width: width).lines + [StyledLine()]
        lines.append(StyledLine(" Body", .heading))
        switch comparison.bytes(of: .body, secrets) {
        case .failure(let missing): return lines + words(missing.words, .dimmed)
        case .success(let both) where both.old == both.new:
            return lines + words(SideComparison.same(both.new), .dimmed)
        case .success(let both):
            return lines
                + SideComparison.source(both, width: width, isUnified: false, atMost: differentLines)
        }
    }
}
