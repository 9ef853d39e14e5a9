import Browser
import SessionWords
import SonicProtocol
import SonicSession

/// A part of a session that `sonic get --print` writes, byte for byte.
enum SessionPart: String, CaseIterable {
    case body
    case template
    case data
    case update
    case merged
    case headers
    case request
    case wire
    case diff

    /// Writes the part to standard output, and nothing else. The status is 1 if the part is missing or the session
    /// failed.
    func print(_ trace: SessionTrace, _ result: SessionResult) -> ExitStatus {
        do throws(CommandFailure) {
            Console.printExactly(try bytes(trace, result))
        } catch {
            Console.complain(error.message)
            return .failed
        }
        guard case .failed = result.outcome else { return .done }
        Console.complain(result.reason.words)
        return .failed
    }

    private func bytes(_ trace: SessionTrace, _ result: SessionResult) throws(CommandFailure) -> [UInt8] {
        let answer = trace.turns.last { $0.head != nil }
        switch self {
        case .headers:
            guard let head = answer?.head else { throw Self.noAnswer(result) }
            guard !head.raw.isEmpty else { throw .failed("the raw bytes of the headers were not captured") }
            return head.raw
        case .request:
            guard let asked = trace.turns.last(where: { $0.request != nil }), let request = asked.request
            else {
                throw .failed("no request was made (\(result.outcome.name)): \(result.reason.words)")
            }
            guard !asked.sentHead.isEmpty else {
                throw .failed("the raw bytes of the request were not captured")
            }
            guard let body = request.body.bytes else {
                throw .failed("the request sent files, which are not stored")
            }
            return asked.sentHead + body
        case .wire:
            guard let answer else { throw Self.noAnswer(result) }
            if let coded = answer.report?.codedBody { return coded }
            let codings = answer.head?.headers.all("content-encoding") ?? []
            guard codings.isEmpty else {
                throw .failed("the body was not kept as received (\(codings.joined(separator: ", ")))")
            }
            return answer.body ?? []
        case .body:
            guard let head = answer?.head else { throw Self.noAnswer(result) }
            guard head.status != 304 else {
                throw .failed("a 304 has no body; --print merged has the page that it confirms")
            }
            return answer?.body ?? []
        case .update:
            let update = trace.turns.last { $0.classification?.kind == .update }
            guard let body = update?.body else {
                throw .failed("no update received (\(result.outcome.name)): \(result.reason.words)")
            }
            return body
        case .merged, .template, .data:
            return try Self.part(self, of: Self.merged(trace.page, why: result.reason.words))
        case .diff:
            let page = try Self.merged(trace.page, why: result.reason.words)
            guard let stored = trace.turns.last?.stored else {
                throw .failed("no page was stored to compare with")
            }
            return ShortestEdits.unifiedDiff(
                from: stored.version.html, to: page,
                names: ("version \(stored.number)", "\(result.outcome.name)"))
        }
    }

    private static func merged(_ page: [UInt8]?, why: String) throws(CommandFailure) -> [UInt8] {
        guard let page else { throw .failed("there is no page: \(why)") }
        return page
    }

    private static func noAnswer(_ result: SessionResult) -> CommandFailure {
        .failed("no response received (\(result.outcome.name)): \(result.reason.words)")
    }

    /// Returns a part that a page has without its session: the page itself, its template or its data.
    static func part(_ part: SessionPart, of page: [UInt8]) throws(CommandFailure) -> [UInt8] {
        let split = PageSplit(html: page)
        switch part {
        case .template: return split.templateBytes(of: page)
        case .data:
            var members: [JSONValue.Member] = []
            // Servers always send the title, even one inside a block and one that does not exist.
            let hasTitle = split.title != nil && split.blockHoldingTitle == nil
            for slot in (hasTitle ? [] : [.title]) + split.slots.map(\.slot) {
                guard let text = String(validating: split.dataBytes(of: slot, in: page), as: UTF8.self) else {
                    let name = split.displayName(of: slot)
                    throw .failed("“\(name)” is not UTF-8, so it cannot be JSON")
                }
                members.append(.init(split.keys(for: slot)[0], .string(text)))
            }
            return Array(JSONValue.object(members).text().utf8)
        case .merged, .body, .update, .headers, .request, .wire, .diff: return page
        }
    }
}
