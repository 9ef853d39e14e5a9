import CellGrid
import SessionReports
import SessionWords
import SonicProtocol

/// The overlay of the response to a resent request. Its lines are made once for each width.
struct ResponseOverlay: TextOverlay {
    enum Subject: Sendable {
        /// A response, with the one it is compared with; nil for none.
        case resent(ResendAnswer, before: ComparedAnswer?)
        /// Two pending responses of this order, and their addresses.
        case awaited(Int, urls: [WebURL])
    }

    let subject: Subject
    /// The lines and the scroll position.
    var text = ScrolledText()
    private var width: Column?

    /// Creates an overlay of a subject.
    init(_ subject: Subject) { self.subject = subject }

    /// The response that can be stored; nil for none.
    var resent: ResendAnswer? { if case .resent(let answer, _) = subject { answer } else { nil } }

    /// The title in its border.
    var title: String {
        switch subject {
        case .resent: "Response to the resent request"
        case .awaited: "Sending…"
        }
    }

    var hints: [Command] {
        let own: [Command] = resent == nil ? [] : [.storeAnswer, .backToRequest, .compareAnswers]
        return own + [.closeOverlay, .lineDown, .lineUp, .pageDown]
    }

    var ways: String {
        "{store-response} stores the response, {back-to-request} changes the request, {close} leaves."
    }

    var contexts: [KeyTable.Context] { [.aside, .overlay, .everywhere] }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        if width != area.columns {
            width = area.columns
            text.lines = lines(area.columns, model.plot)
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

    private func lines(_ width: Column, _ plot: Plot) -> [StyledLine] {
        switch subject {
        case .resent(let answer, let before): Self.lines(answer, before, width, plot)
        case .awaited(_, let urls):
            urls.flatMap {
                StyledLine.wrapped(VisibleText.line($0.href), .text, to: width, first: " ", indent: "   ")
            }
        }
    }

    /// The maximum number of lines of a body.
    private static let bodyLines = 12

    private static func lines(
        _ resent: ResendAnswer, _ before: ComparedAnswer?, _ width: Column, _ plot: Plot
    ) -> [StyledLine] {
        func wrapped(_ text: String, _ role: Role = .text) -> [StyledLine] {
            StyledLine.wrapped(VisibleText.line(text), role, to: width, first: " ", indent: "   ")
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
        lines += answer.headLines.flatMap { wrapped(String($0.prefix(2000))) }
        let body = answer.bodyLines
        lines += [StyledLine(), StyledLine(" Body, \(answer.body.count.byteText)", .heading)]
        lines += body.prefix(bodyLines).flatMap { wrapped(String($0.prefix(600))) }
        if body.count > bodyLines {
            lines.append(StyledLine(" … and \(body.count - bodyLines) more lines", .dimmed))
        }
        guard let before else { return lines }
        lines += [StyledLine(), StyledLine(" Compared with the previous response", .heading)]
        return lines
            + ComparisonText(old: before, new: answer, width: width).lines
    }
}
