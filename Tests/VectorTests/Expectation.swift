import SonicProtocol
import SonicSession
import SystemLibraries

/// What a session must come to, read off the recorded bytes by the rules of docs/reference/protocol.md.
enum Expectation: Equatable {
    /// The page came whole, and nothing was stored.
    case firstLoad
    /// The stored page is current.
    case allCached
    /// The data make the new page.
    case dataUpdate
    /// The page came whole.
    case templateChange
    /// The data cannot make the new page: asked again without tags, and the page came whole.
    case refetched
    /// The answer makes no sense where nothing is stored.
    case failed

    /// What a first load must come to.
    static func first(_ recording: Recording) -> Expectation {
        recording.first.head.status == 304 ? .failed : .firstLoad
    }

    /// What a session with the first load's page stored must come to, given the answer to its tags.
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

    /// Whether the data sent are the data of the changed page, in the stored page's template.
    private static func holds(_ body: [UInt8], _ recording: Recording) -> Bool {
        // A body that is no update is one of the answers looked for here.
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
