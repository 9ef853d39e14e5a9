import SonicProtocol
import SystemLibraries

/// Two pages with a separator between them: the stored one and the server's current one.
enum MergeInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let old = reader.section()
        let new = reader.everything()
        let (stored, current) = (try split(old), try split(new))
        try merge(current, of: new, into: current, of: new)
        try merge(current, of: new, into: stored, of: old)
    }

    /// A page that is split, with the invariants of every split.
    private static func split(_ html: [UInt8]) throws(BrokenPromise) -> PageSplit {
        let split = PageSplit(html: html)
        var end = 0
        for slot in split.slots {
            try promise(
                slot.range.lowerBound >= end && slot.range.upperBound <= html.count,
                "slots stand in the page, one behind another")
            end = slot.range.upperBound
        }
        let changes = split.changes(in: html, to: split, in: html)
        try promise(changes?.isEmpty == true, "a page does not differ from itself")
        return split
    }

    /// A server's data update for the new page, merged into the old one, gives the new page.
    private static func merge(
        _ new: PageSplit, of html: [UInt8], into old: PageSplit, of stored: [UInt8]
    ) throws(BrokenPromise) {
        var members: [JSONValue.Member] = []
        var data: [String: [UInt8]] = [:]
        let slots = new.slots.map(\.slot) + (new.blockHoldingTitle == nil ? [] : [.title])
        for slot in slots {
            let value = new.dataBytes(of: slot, in: html)
            // Servers send text, so invalid bytes cannot be sent.
            guard let text = String(validating: value, as: UTF8.self) else { return }
            data[new.keys(for: slot)[0]] = value
            members.append(JSONValue.Member(new.keys(for: slot)[0], .string(text)))
        }
        let sha1 = Hashes.nettle.sha1(html)
        let body: JSONValue = ["data": .object(members), "html-sha1": .string(sha1)]
        let update: DataUpdate
        do throws(DataUpdate.Failure) {
            update = try DataUpdate(json: Array(body.text().utf8))
        } catch {
            throw BrokenPromise("what we write as an update we read: \(error)")
        }
        guard new.ambiguousNames.isEmpty, old.ambiguousNames.isEmpty else { return }
        try promise(update.data == data, "each block comes out of the update as it went in")
        let changes = old.changes(in: stored, to: new, in: html)
        do throws(MergeFailure) {
            let merged = try old.merging(update, into: stored, claimed: sha1, hashes: .nettle)
            try check(merged, html)
        } catch {
            // A literal `{title}`, in any case, is ambiguous in ways that no hash can resolve.
            guard changes != nil, !html.contains("{title}") else { return }
            throw BrokenPromise("pages of one template merge: \(error)")
        }
    }

    private static func check(_ merged: MergedPage, _ html: [UInt8]) throws(MergeFailure) {
        guard merged.html == html else { throw .wrongHash(claimed: "the page", computed: "another") }
        guard merged.split == PageSplit(html: html) else {
            throw .wrongHash(claimed: "its cut", computed: "another")
        }
    }
}

extension [UInt8] {
    /// Whether a text, given in lower case, occurs in upper or lower case.
    fileprivate func contains(_ text: StaticString) -> Bool {
        String(decoding: self, as: UTF8.self).lowercased().contains(String(describing: text))
    }
}
