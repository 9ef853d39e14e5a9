import SonicProtocol
import SonicSession

/// The parts that several sentences share.
enum Words {
    /// The first eight characters of a tag or hash.
    static func short(_ tag: String?) -> String {
        guard let tag else { return "(none)" }
        return tag.utf8.count > 12 ? String(tag.prefix(8)) + "…" : tag
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

    /// Two tags or hashes, old and new.
    static func change(_ old: String?, _ new: String?) -> String {
        "\(short(old, beside: new)) → \(short(new, beside: old))"
    }

    /// What the headers say of the template.
    static func templateChange(_ value: String?) -> String {
        value.map { "template-change: \($0)" } ?? "template-change is missing"
    }

    /// What the headers say of storing; several values where the header stands several times.
    static func cacheOffline(_ values: [String]) -> String {
        values.isEmpty ? "cache-offline is missing" : "cache-offline: \(values.joined(separator: ", "))"
    }

    /// A number of bytes.
    static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    /// A moment as `2026-11-25 20:13:05 UTC`.
    static func time(_ moment: Instant) -> String {
        let text = CalendarTime.timestamp(moment)
        let (day, rest) = (text.prefix(10), text.dropFirst(11).prefix(8))
        return "\(day) \(rest) UTC"
    }

    /// How many blocks changed.
    static func blocks(_ changed: Int, of slots: Int) -> String { "\(changed) of \(slots) blocks changed" }

    /// Why a response does not count as one of Sonic's.
    static func noSonic(isRequested: Bool) -> String {
        isRequested
            ? "the response has no template-tag, template-change or cache-offline"
            : "accept-diff: true was not sent"
    }
}

extension Instant {
    /// How long ago this was, in its largest whole unit, such as `12 min`; `0 s` for what is to come.
    public func age(at now: Instant) -> String { now.words(since: self) }
}
