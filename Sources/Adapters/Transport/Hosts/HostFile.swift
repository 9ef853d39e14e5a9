import PageCache
import SonicProtocol
import SystemLibraries

/// A file with a map of hosts, as it was last read.
struct HostFile: Sendable {
    let path: String
    let domainToASCII: WebURL.DomainToASCII?
    private(set) var map = HostMap()
    private var stamp: FileStamp?

    /// The maximum size of the file in bytes.
    private static let limit = 8 << 20

    init(path: String, domainToASCII: WebURL.DomainToASCII?) {
        self.path = path
        self.domainToASCII = domainToASCII
    }

    /// Reads the file if it was changed or replaced, and returns its faults. If the file cannot be read, the map is
    /// unchanged.
    mutating func refresh() -> [Finding] {
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(path)
            let now = FileStamp(FileStatus(file.status))
            if stamp != now {
                map = HostMap(try file.bytes(limit: Self.limit), domainToASCII: domainToASCII)
                stamp = now
            }
        } catch {
            return [unreadable(error.reason)]
        }
        return HostFile.findings(map, in: path)
    }

    /// Returns the invalid lines of a map as findings.
    static func findings(_ map: HostMap, in source: String) -> [Finding] {
        map.problems.map { Finding(.hostsLine, "\(source):\($0.position.line): \($0.message)") }
    }

    private func unreadable(_ reason: String) -> Finding {
        let kept = map.isEmpty ? "" : "; its previous content stays in use"
        return Finding(.hostsUnreadable, "\(path) cannot be read (\(reason))\(kept)")
    }
}
