import BrowserValues
import CellGrid
import PageCache
import SonicProtocol
import SonicSession

// The usage of the stores, compared with their limits.
extension CacheCommand {
    /// The usage of one store and its limits.
    private struct Gauge {
        let name: String
        let account: String?
        let usage: StoreUsage
        let bytes: Int
        let count: Int
        let noun: String

        /// The number of characters of its bar.
        private static let width = 20

        /// The percentage of the bytes that is used.
        private var percent: Int {
            bytes > 0 ? Int((Double(usage.bytes) / Double(bytes) * 100).rounded()) : usage.bytes > 0 ? 100 : 0
        }

        var line: String {
            let filled = min(Self.width, (percent * Self.width + 99) / 100)
            let bar =
                String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
            let whose = account.map { $0.isEmpty ? "" : "  (\($0))" } ?? ""
            let kept = "\(usage.pinnedBytes.byteText) of \(String.counted(usage.pinned, noun)) kept offline"
            let pinned = usage.pinned == 0 ? "" : ", and \(kept)"
            return name.padded(to: 10) + "[\(bar)]" + "\(percent) %".atRight(of: 6)
                + usage.bytes.byteText(of: bytes).atRight(of: 22) + ", "
                + "\(usage.count) of \(count) \(noun)s" + pinned + whose
        }

        var json: JSONValue {
            [
                "store": .string(name), "account": .string(orNull: account), "bytes": .integer(usage.bytes),
                "bytesAllowed": .integer(bytes), "count": .integer(usage.count),
                "countAllowed": .integer(count), "pinned": .integer(usage.pinned),
                "pinnedBytes": .integer(usage.pinnedBytes),
            ]
        }
    }

    private func gauges() async throws(StoreFailure) -> [Gauge] {
        var gauges = [
            Gauge(
                name: "pages", account: nil, usage: try await cache.usage(), bytes: cache.limits.bytes,
                count: cache.limits.pages, noun: "page")
        ]
        for name in try AccountFolder.accounts(in: cache.root) where account == nil || account == name {
            let responses = ResponseCache(
                root: cache.root, account: name, hashes: .nettle, limits: responseLimits, now: World.now)
            gauges.append(
                Gauge(
                    name: "resources", account: name, usage: try await responses.usage(),
                    bytes: responseLimits.bytes, count: responseLimits.keys, noun: "response"))
        }
        return gauges
    }

    /// Prints the usage and limits of each store.
    func printUsage() async throws(StoreFailure) -> ExitStatus {
        let gauges = try await gauges()
        if isJSON {
            print(["folder": .string(cache.root), "stores": .array(gauges.map(\.json))])
        } else {
            for gauge in gauges { print(gauge.line) }
        }
        return .done
    }

    /// Prints the list and, unless the output is JSON, the usage.
    func overview() async throws(StoreFailure) -> ExitStatus {
        let status = try await list()
        guard !isJSON else { return status }
        print("")
        return try await printUsage()
    }

    // The output of `sonic cache`: lines, times, sizes and numbers.

    func print(_ line: String) { Console.print(VisibleText.line(line)) }

    func print(_ value: JSONValue) { Console.print(value.text(.indented)) }

    /// Prints a line unless the output is JSON.
    func printUnlessJSON(_ line: String) {
        if !isJSON { print(line) }
    }

    /// Prints the tags that are sent for a version, and which of them were in no headers.
    func printTags(_ version: PageVersion) {
        if let tag = version.etag {
            printUnlessJSON(
                "  etag      \(tag)" + (version.sentETag == nil ? "  its sha1: no ETag received" : ""))
        }
        if let tag = version.templateTag {
            let source =
                version.sentTemplateTag == nil ? "  computed or from an update: its headers had none" : ""
            printUnlessJSON("  template  \(tag)\(source)")
        }
    }

    /// Returns until when Sonic is off for a page; nil if it is not, or no longer.
    static func sonicOff(_ entry: PageEntry) -> String? {
        entry.marks.sonicOff.flatMap { $0 > World.now() ? "off until \(time($0))" : nil }
    }

    /// Says why pages or responses stay although a limit is exceeded.
    func complainOfRest(_ report: PruneReport, _ noun: String, limit: Int) {
        if report.recent > 0 {
            let words = String.counted(report.recent, noun) + " used within the last minute stay"
            Console.complain(words + (report.recent == 1 ? "s" : "") + "; try again later")
        } else if report.bytesLeft > limit {
            Console.complain("a \(noun) that is in use, or cannot be removed, stays; see sonic cache verify")
        }
    }

    /// Returns the end of a sentence with what a pruning left because it is pinned; empty if nothing is.
    static func stayed(_ report: PruneReport, _ noun: String, _ nouns: String) -> String {
        guard report.pinned > 0 else { return "" }
        let what = report.pinned == 1 ? noun : nouns
        return ", and \(report.pinnedBytes.byteText) of \(report.pinned) \(what)"
    }

    /// Returns a time in UTC without parts of a second: in JSON as ISO 8601 has it, otherwise with a space.
    static func time(_ instant: Instant, inJSON: Bool = false) -> String {
        let time = CalendarTime.timestamp(instant).prefix { $0 != "." } + "Z"
        return inJSON ? String(time) : String(time.map { $0 == "T" ? " " : $0 })
    }
}
