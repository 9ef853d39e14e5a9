import PageCache
import SonicProtocol
import SystemLibraries

/// A file with a map of hosts, as it was when it was read last.
struct HostFile: Sendable {
    let path: String
    let domainToASCII: WebURL.DomainToASCII?
    private(set) var map = HostMap()
    private var stamp: FileStamp?

    /// The longest file that is read, in bytes.
    private static let limit = 8 << 20

    init(path: String, domainToASCII: WebURL.DomainToASCII?) {
        self.path = path
        self.domainToASCII = domainToASCII
    }

    /// Reads the file if it is another one, or another text, than before, and tells what is wrong with it. A file
    /// that cannot be read leaves the map as it was.
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

    /// The lines of a map that say nothing, as findings.
    static func findings(_ map: HostMap, in source: String) -> [Finding] {
        map.problems.map { Finding(.hostsLine, "\(source):\($0.position.line): \($0.message)") }
    }

    private func unreadable(_ reason: String) -> Finding {
        let kept = map.isEmpty ? "" : "; its previous content stays in use"
        return Finding(.hostsUnreadable, "\(path) cannot be read (\(reason))\(kept)")
    }
}
