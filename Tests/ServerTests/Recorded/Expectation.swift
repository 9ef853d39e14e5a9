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
        return holds(answer, recording) ? .dataUpdate : .refetched
    }

    /// Whether the data sent are those of the changed page, in the stored page's template.
    private static func holds(_ answer: Transcript, _ recording: Recording) -> Bool {
        // A body that is not an update is one of the expected cases.
        guard let update = try? DataUpdate(json: answer.body) else { return false }
        let tags = ResponseTags(answer.head.headers)
        let old = PageSplit(html: recording.first.body)
        let new = PageSplit(html: recording.changed.body)
        guard old.templateBytes(of: recording.first.body) == new.templateBytes(of: recording.changed.body)
        else { return false }
        let slots = new.blocks.indices.map { PageSplit.Slot.block($0) } + (new.title == nil ? [] : [.title])
        let values = slots.map { slot in new.keys(for: slot).lazy.compactMap { update.data[$0] }.first }
        let merged = zip(slots, values).allSatisfy { slot, value in
            (value ?? old.dataBytes(of: slot, in: recording.first.body))
                == new.dataBytes(of: slot, in: recording.changed.body)
        }
        let etag = tags.etag.flatMap { $0.utf8.count == 40 ? $0 : nil }
        if let claimed = update.htmlSHA1 ?? etag {
            return merged && claimed == Hashes.nettle.sha1(recording.changed.body)
        }
        // Without a hash, the blocks and the template tag must be exactly the stored page's.
        let known = Set(slots.flatMap(new.keys) + ["{title}"])
        let stored = ResponseTags(recording.first.head.headers).templateTag
        return merged && !values.contains(nil) && update.data.keys.allSatisfy(known.contains)
            && [tags.templateTag, update.templateTag].allSatisfy { $0 == nil || $0 == stored }
            && (tags.templateTag ?? update.templateTag) != nil
    }
}
