import SonicProtocol
import SonicSession
import SystemLibraries

/// The expected result of a session, derived from the recorded bytes by the rules of docs/reference/protocol.md.
enum Expectation: Equatable {
    /// A full page was received, and nothing was stored.
    case firstLoad
    /// The stored page is up to date.
    case allCached
    /// The data update gives the new page.
    case dataUpdate
    /// A full page was received.
    case templateChange
    /// The data do not give the new page: requested again without tags, and a full page was received.
    case refetched
    /// The response is invalid without a stored page.
    case failed

    /// The expected result of a first load.
    static func first(_ recording: Recording) -> Expectation {
        recording.first.head.status == 304 ? .failed : .firstLoad
    }

    /// The expected result of a session with the first load's page stored, given the response to its tags.
    static func later(_ answer: Transcript, of recording: Recording) -> Expectation {
        guard first(recording) == .firstLoad else { return .failed }
        if answer.head.status == 304 { return .allCached }
        let tags = ResponseTags(answer.head.headers)
        let sent = ResponseTags(recording.first.head.headers).etag
        guard tags.templateChange == .unchanged else {
            return answer.body == recording.first.body ? .allCached : .templateChange
        }
        if let sent, tags.etag == sent { return .allCached }
        return holds(answer.body, recording) ? .dataUpdate : .refetched
    }

    /// Whether the data sent are those of the changed page, in the stored page's template.
    private static func holds(_ body: [UInt8], _ recording: Recording) -> Bool {
        // A body that is not an update is one of the expected cases.
        guard let update = try? DataUpdate(json: body) else { return false }
        let old = PageSplit(html: recording.first.body)
        let new = PageSplit(html: recording.changed.body)
        guard old.templateBytes(of: recording.first.body) == new.templateBytes(of: recording.changed.body),
            update.htmlSHA1 == Hashes.nettle.sha1(recording.changed.body)
        else { return false }
        let slots = new.blocks.indices.map { PageSplit.Slot.block($0) } + (new.title == nil ? [] : [.title])
        let known = Set(slots.flatMap(new.keys) + ["{title}"])
        return update.data.keys.allSatisfy(known.contains)
            && slots.allSatisfy { slot in
                let value = new.keys(for: slot).lazy.compactMap { update.data[$0] }.first
                return value == new.dataBytes(of: slot, in: recording.changed.body)
            }
    }
}
