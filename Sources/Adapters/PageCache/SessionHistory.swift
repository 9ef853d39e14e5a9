import SessionWords
import SonicProtocol
import SonicSession

/// The ended sessions of an account, in one file of its folder, one JSON object per line
/// (docs/reference/cache-format.md#sessions). The file is shared with other processes; a writer holds the lock.
public struct SessionHistory: Sendable {
    /// The limits of the history.
    public struct Limits: Sendable {
        /// The maximum number of sessions. 2,000 by default.
        public var sessions = 2000
        /// The maximum size of the file in bytes. 1 MiB by default.
        public var bytes = 1 << 20

        /// The default limits.
        public init() {}
    }

    /// The contents of the file.
    public struct ReadResult: Sendable, Equatable {
        /// The sessions, the last ended first.
        public var sessions: [PastSession] = []
        /// The number of lines that are not sessions, such as one that a crash truncated.
        public var damaged = 0

        /// An empty history.
        public init() {}
    }

    private let file: StateFile
    private let account: String
    private let limits: Limits

    /// Creates the history of an account.
    /// - Parameters:
    ///   - root: The folder of the whole cache, created with the first session.
    ///   - account: The account; empty for none.
    ///   - limits: The limits of the history.
    ///   - disk: The system calls; tests pass their own.
    public init(
        root: String, account: String, limits: Limits = Limits(), disk: any Disk = LinuxDisk()
    ) throws(StoreFailure) {
        file = try StateFile(root: root, account: account, name: "sessions", disk: disk)
        self.account = account
        self.limits = limits
    }

    /// A longer line is not stored: no page's address is that long.
    private static let longestLine = 16 << 10

    /// Appends a session. If the file would exceed its limit, its older half is removed.
    ///
    /// A line begins with a line feed unless it is the first, so that a truncated line damages no other.
    public func append(_ session: PastSession) async throws(StoreFailure) {
        let line = Array(session.json.text(.compact).utf8)
        guard line.count <= Self.longestLine else { return }
        try await file.changing("history") { folder throws(StoreFailure) in try append(line, in: folder) }
    }

    /// Removes the sessions of a page, when the user removes the page; returns once that would survive a loss of power.
    public func forget(_ page: PageID) async throws(StoreFailure) {
        _ = try await forgetLines { $0?["page"]?.string == page.digest }
    }

    /// Removes the sessions for which `isMeant` returns true, with nil for a line that is not a session, and returns
    /// their number. Returns once that would survive a loss of power.
    public func forget(where isMeant: (PastSession?) -> Bool) async throws(StoreFailure) -> Int {
        let account = account
        return try await forgetLines { node in isMeant(node.flatMap { PastSession($0, account: account) }) }
    }

    private func forgetLines(_ isMeant: (JSONNode?) -> Bool) async throws(StoreFailure) -> Int {
        guard try file.opened() != nil else { return 0 }
        return try await file.changing("history") { folder throws(StoreFailure) in
            let lines = try lines(in: folder)
            let kept = lines.filter { !isMeant(JSONNode.record(Array($0))) }
            guard kept.count < lines.count else { return 0 }
            try folder.replace(file.name, with: Array(kept.joined(separator: [0x0A])))
            return lines.count - kept.count
        }
    }

    private func append(_ line: [UInt8], in folder: borrowing Folder) throws(StoreFailure) {
        let limit = limits.bytes
        let isWritten = try folder.append(to: file.name) { size in
            size + line.count + 1 > limit ? nil : size == 0 ? line : [0x0A] + line
        }
        guard !isWritten else { return }
        let lines = try lines(in: folder).suffix(limits.sessions - 1) + [line[...]]
        var kept: [ArraySlice<UInt8>] = []
        var bytes = 0
        for line in lines.reversed() {
            bytes += line.count + 1
            guard bytes <= limit / 2 || kept.isEmpty else { break }
            kept.append(line)
        }
        try folder.replace(file.name, with: Array(kept.reversed().joined(separator: [0x0A])))
    }

    /// Returns the stored sessions, at most the number in the limits.
    public func read() async throws(StoreFailure) -> ReadResult {
        var reading = ReadResult()
        guard let folder = try file.opened() else { return reading }
        for line in try lines(in: folder).reversed() {
            guard reading.sessions.count < limits.sessions else { break }
            let node = JSONNode.record(Array(line))
            guard let past = node.flatMap({ PastSession($0, account: account) }) else {
                reading.damaged += 1
                continue
            }
            reading.sessions.append(past)
        }
        return reading
    }

    /// Returns the stored sessions of a page, the last ended first. Lines that are not sessions are ignored, and only
    /// lines that contain the page's digest are parsed.
    /// - Parameters:
    ///   - page: The page.
    ///   - count: The maximum number of sessions.
    public func sessions(of page: PageID, atMost count: Int) async throws(StoreFailure) -> [PastSession] {
        guard let folder = try file.opened() else { return [] }
        var sessions: [PastSession] = []
        let digest = Array(page.digest.utf8)
        for line in try lines(in: folder).reversed() where line.firstRange(of: digest) != nil {
            guard sessions.count < count else { break }
            let past = JSONNode.record(Array(line)).flatMap { PastSession($0, account: account) }
            if let past, past.pageID == page { sessions.append(past) }
        }
        return sessions
    }

    /// Returns the lines of the file. A file that was enlarged by hand counts as empty.
    private func lines(in folder: borrowing Folder) throws(StoreFailure) -> [ArraySlice<UInt8>] {
        let limit = limits.bytes * 2
        guard let status = try folder.status(file.name), status.size <= limit,
            let bytes = try folder.read(file.name, limit: limit)?.bytes
        else { return [] }
        return bytes.split(separator: 0x0A)
    }
}
