import BrowserValues
import CellGrid
import Configuration
import PageCache
import SonicProtocol
import SonicSession

// The output of `sonic cache`: lines, times, sizes and numbers.
extension CacheCommand {
    func print(_ line: String) {
        Console.print(VisibleText.line(line))
    }

    func print(_ value: JSONValue) {
        Console.print(value.text(.indented))
    }

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

    /// Parses a number of bytes with an optional K, M or G.
    static func bytes(_ text: String) throws(Arguments.Mistake) -> Int {
        guard let bytes = ByteSize.bytes(text) else {
            throw .init(message: "--limit takes bytes such as 500K, 64M or 1G, not “\(text)”")
        }
        return bytes
    }

    /// Returns the end of a sentence with what a pruning left because it is kept offline; empty if nothing is.
    static func stayed(_ report: PruneReport, _ noun: String, _ nouns: String) -> String {
        guard report.pinned > 0 else { return "" }
        let what = report.pinned == 1 ? noun : nouns
        return ", and \(report.pinnedBytes.sizeText) of \(report.pinned) \(what)"
    }

    static func time(_ instant: Instant, _ between: String, _ end: String) -> String {
        let time = CalendarTime(instant)
        let date = [time.month, time.day].reduce("\(time.year)") { $0 + "-" + two($1) }
        let clock = [time.hour, time.minute, time.second].map(two).joined(separator: ":")
        return date + between + clock + end
    }

    static func time(_ instant: Instant) -> String { time(instant, " ", "Z") }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)" + (number == 1 ? "" : "s")
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
