import SonicProtocol

/// What sentences say of tags. What was computed here because the server sent none is never told as the server's.
extension Reason {
    /// How the validator of an update moved.
    static func etag(_ attempt: Attempt, _ answer: Answer, _ merged: MergedPage) -> String {
        let stored = attempt.stored?.version
        guard let etag = answer.tags.etag else {
            return "no etag came, sha1 \(short(stored?.sha1)) became \(short(merged.sha1))"
        }
        guard let asked = attempt.asked.etag else { return "etag \(short(etag)) came" }
        guard asked != etag else { return "etag \(short(etag)) is the one asked with" }
        guard asked == stored?.etag else {
            return "etag \(short(asked, beside: etag)) was asked with, \(short(etag, beside: asked)) came"
        }
        return stored?.sentETag == nil
            ? "etag \(short(etag)) came, none before"
            : "etag \(short(asked, beside: etag)) became \(short(etag, beside: asked))"
    }

    /// How the template tag of an update stands to the one that was asked with.
    static func templateTag(_ attempt: Attempt, _ answer: Answer, _ update: DataUpdate) -> String {
        guard let asked = attempt.asked.templateTag else { return "no template-tag was sent" }
        guard let came = answer.tags.templateTag ?? update.templateTag else {
            let ours = attempt.stored?.version.sentTemplateTag == nil ? ", computed here," : ""
            return "template-tag \(short(asked))\(ours) was asked with and none came"
        }
        return came == asked
            ? "template-tag \(short(asked)) is ours"
            : "template-tag \(short(asked, beside: came)) was asked with, \(short(came, beside: asked)) came"
    }

    /// How the template tag of a whole page stands to the stored one's.
    static func templateTag(_ stored: PageVersion, _ answer: Answer) -> String {
        let came = answer.tags.templateTag
        if let came, came == stored.templateTag { return "template-tag \(short(came)) is the same" }
        if came == nil, stored.sentTemplateTag == nil { return "no template-tag came" }
        return "template-tag \(short(stored.sentTemplateTag, beside: came)) became "
            + short(came, beside: stored.sentTemplateTag)
    }

    /// A tag as `short` has it; where another would read the same, in quotes with the place in which they differ.
    static func short(_ tag: String?, beside other: String?) -> String {
        guard let tag, let other, tag != other, short(tag) == short(other) else { return short(tag) }
        let from = max(0, zip(tag, other).prefix { $0 == $1 }.count - 4)
        let end = tag.dropFirst(from)
        let start = from > 8 ? tag.prefix(8) + "…" : tag.prefix(from)
        let rest = end.count > 24 ? "…" : ""
        return TextDifference.shown("“\(start)\(end.prefix(24))\(rest)”")
    }

    /// Why tags of a stored page are sent that no head had.
    static func unsent(_ version: PageVersion) -> [String] {
        var notes: [String] = []
        if version.sentTemplateTag == nil {
            notes.append(
                "its head had no template-tag: what is sent was computed here, or stood in an update")
        }
        if version.sentETag == nil { notes.append("its head had no ETag: its SHA-1 is sent") }
        return notes
    }
}
