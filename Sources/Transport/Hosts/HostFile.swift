import Glibc
import SonicProtocol

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
        // A pipe in its place must not make the open wait.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [unreadable(String(cString: strerror(errno)))] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return [unreadable("it is no regular file")]
        }
        guard status.st_size <= Self.limit else { return [unreadable("it is larger than 8 MB")] }
        let now = FileStamp(status)
        if stamp != now {
            guard let bytes = Self.bytes(of: file) else {
                return [unreadable(String(cString: strerror(errno)))]
            }
            map = HostMap(bytes, domainToASCII: domainToASCII)
            stamp = now
        }
        return HostFile.findings(map, in: path)
    }

    /// The lines of a map that say nothing, as findings.
    static func findings(_ map: HostMap, in source: String) -> [Finding] {
        map.problems.map { Finding("hosts-line", .warning, "\(source):\($0.position.line): \($0.message)") }
    }

    private func unreadable(_ reason: String) -> Finding {
        let kept = map.isEmpty ? "" : "; what it said before counts on"
        return Finding("hosts-unreadable", .warning, "\(path) cannot be read (\(reason))\(kept)")
    }

    private static func bytes(of file: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }
}
