import SonicProtocol
import SonicSession

/// Parts of sentences that several texts share.
enum Words {
    /// Returns the first eight characters of a long tag or hash; a short one as a whole.
    static func short(_ tag: String?) -> String {
        guard let tag else { return "(none)" }
        return tag.utf8.count > 12 ? String(tag.prefix(8)) + "…" : tag
    }

    /// Returns a tag like `short`; if the other one would read the same, in quotes and with the place where they
    /// differ.
    static func short(_ tag: String?, beside other: String?) -> String {
        guard let tag, let other, tag != other, short(tag) == short(other) else { return short(tag) }
        let from = max(0, zip(tag, other).prefix { $0 == $1 }.count - 4)
        let end = tag.dropFirst(from)
        let start = from > 8 ? tag.prefix(8) + "…" : tag.prefix(from)
        let rest = end.count > 24 ? "…" : ""
        return TextDifference.shown("“\(start)\(end.prefix(24))\(rest)”")
    }

    /// Returns two tags or hashes, old and new.
    static func change(_ old: String?, _ new: String?) -> String {
        "\(short(old, beside: new)) → \(short(new, beside: old))"
    }

    // What sentences say of options of the command line.
    static let trustOptions = "; add its authority with --cacert FILE, or accept it with --insecure"
    static let certificateOptions = "--cert FILE, --key FILE, or "
    static let userOption = "; give them with --user"
    static func tokenOption(_ proxy: String) -> String {
        "; give it with -H '\(proxy)Authorization: Bearer TOKEN'"
    }

    /// Returns what the headers say about the template.
    static func templateChange(_ value: String?) -> String {
        value.map { "template-change: \($0)" } ?? "template-change is missing"
    }

    /// Returns what the headers say about storing; several values if the header is repeated.
    static func cacheOffline(_ values: [String]) -> String {
        values.isEmpty ? "cache-offline is missing" : "cache-offline: \(values.joined(separator: ", "))"
    }

    /// Returns a number of bytes as text.
    static func size(_ bytes: Int) -> String { bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes" }

    /// Returns a time as `2026-11-25 20:13:05 UTC`.
    static func time(_ moment: Instant) -> String {
        let text = CalendarTime.timestamp(moment)
        let (day, rest) = (text.prefix(10), text.dropFirst(11).prefix(8))
        return "\(day) \(rest) UTC"
    }

    /// Returns how many blocks changed.
    static func blocks(_ changed: Int, of slots: Int) -> String { "\(changed) of \(slots) blocks changed" }

    /// Returns why a response does not count as a Sonic response.
    static func noSonic(isRequested: Bool) -> String {
        isRequested
            ? "the response has no template-tag, template-change or cache-offline"
            : "accept-diff: true was not sent"
    }
}
