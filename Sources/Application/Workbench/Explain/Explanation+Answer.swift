import SessionWords
import SonicProtocol
import SonicSession

// The response, and what was found about it.
extension Explanation {
    static func answered(_ turn: SessionTrace.Turn) -> [Line] {
        guard let request = turn.request else { return [] }
        var lines = turn.edits.flatMap(edited)
        if let head = turn.head {
            if head.raw.isEmpty {
                lines.append(
                    .words("raw bytes not captured; headers as the connection reports them"))
                lines.append(.wire("\(head.version) \(head.status) \(head.reason)"))
                lines += head.headers.fields.map { .wire("\($0.name): \($0.value)") }
            } else {
                lines += wireLines(head.raw).map { .wire(Bytes.text($0)) }
            }
            for field in turn.added {
                lines += [.wire("\(field.name): \(field.value)"), .why("added here; the server sent none")]
            }
            if let count = turn.bodyBytes {
                let coding = head.headers.first("content-encoding")
                lines.append(
                    .fact("body", "\(count) bytes" + (coding.map { ", \($0) undone" } ?? "")))
            }
        }
        if let failure = turn.failure {
            lines.append(.fact(turn.head == nil ? "failed" : "incomplete", failure.words(for: request.url)))
        }
        return lines
    }

    /// Returns the edits made by hand, with the original lines.
    private static func edited(_ edit: HandEdit) -> [Line] {
        var lines: [Line] = [.fact("edited", edit.words)]
        switch edit {
        case .unstored: break
        case .request(let original):
            lines.append(.wire("\(original.method) \(original.url.href)"))
            lines += original.headers.fields.map { .wire("\($0.name): \($0.value)") }
            lines.append(.why("this is the request before the edit"))
        case .answer(let edit):
            guard let original = edit.original else { break }
            if original.head.raw.isEmpty {
                lines += original.head.headers.fields.map { .wire("\($0.name): \($0.value)") }
            } else {
                lines += wireLines(original.head.raw).map { .wire(Bytes.text($0)) }
            }
            lines.append(.why("this is the response as received; what follows was edited"))
        }
        return lines
    }

    static func verified(_ check: HashCheck) -> [Line] {
        let bytes = check.bytes.map { " of \($0) bytes" } ?? ""
        return [.fact(check.subject.rawValue, "SHA-1\(bytes): \(check.computed)")]
            + check.claims.map { claim in
                let verdict =
                    switch (check.holds(claim), claim.bearing) {
                    case (true, _): "is the same"
                    case (false, .decides): "differs"
                    case (false, .informs): "differs, which decides nothing"
                    }
                return .why("\(claim.source.words): \(claim.value) \(verdict)")
            }
    }

    /// Returns what followed, if the session did not end with this response.
    static func continuation(_ turn: SessionTrace.Turn) -> [Line] {
        var lines: [Line] = []
        if let retry = turn.retry { lines.append(.words("\(retry.words): \(retry.reason)")) }
        if let target = turn.redirect { lines.append(.words("requested at \(target.href) instead")) }
        return lines
    }

    static func ending(_ trace: SessionTrace) -> [Section] {
        let shown = trace.turns.flatMap(\.screen).map { Line.words(words($0)) }
        guard let result = trace.result else { return [Section(title: "Shown", lines: shown)] }
        return [
            Section(title: "Stored", lines: [.words(words(result.storage))]),
            Section(title: "Shown", lines: shown.isEmpty ? [.words("nothing")] : shown),
        ]
    }

    static func outcome(_ result: SessionResult) -> Section {
        var lines: [Line] = [
            .fact("outcome", result.outcome.name + (result.outcome.code.map { " (\($0))" } ?? "")),
            .fact("because", result.reason.words),
        ]
        switch result.by {
        case .server: lines.append(.fact("compared by", "the server"))
        case .client: lines.append(.fact("compared by", "this program"))
        case .nobody: break
        }
        lines += result.edits.map { .fact("edited", $0.words) }
        if result.edits.isEmpty, result.showsEdits {
            lines.append(.fact("edited", "the page was edited by hand when it was stored"))
        }
        if let exception = result.exception { lines.append(.fact("exception", exception.text)) }
        if !result.changedBlocks.isEmpty {
            lines.append(.fact("changed", result.changedBlocks.joined(separator: ", ")))
        }
        return Section(title: "Outcome", lines: lines)
    }

    private static func words(_ storage: SessionResult.Storage) -> String {
        switch storage {
        case .untouched: "nothing was written"
        case .stored(let number): "as version \(number)"
        case .renewed: "the version stays; its headers and check time are updated"
        case .removed: "the page was removed from the cache"
        case .notStored(let failure, _): "storing failed: \(failure)"
        case .notAllowed(let why): "nothing is written: \(why.words)"
        }
    }

    private static func words(_ shown: SessionTrace.Shown) -> String {
        switch shown {
        case .beginning(let version, let bytes):
            "the beginning of stored version \(version) of \(bytes) bytes"
        case .cachedRedirect(let to, let version):
            "stored version \(version) of \(to.href), as the address redirected there when it was last requested"
        case .stored(let version, .done): "stored version \(version), verified before"
        case .stored(let version, .owed), .stored(let version, .begun):
            "stored version \(version), verified while it is shown"
        case .verified: "the stored version is verified and stays"
        case .withdrawn: "the stored version is damaged and removed"
        case .pieces(let bytes): "the response as received, \(bytes) bytes"
        case .page(let bytes): "the whole page, \(bytes) bytes"
        case .blocks(let names): "the blocks that changed: \(names.joined(separator: ", "))"
        case .nothing: "nothing: the screen stays, and a reload shows the newer copy"
        }
    }
}
