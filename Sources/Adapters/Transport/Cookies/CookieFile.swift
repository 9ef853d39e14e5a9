import SonicProtocol

/// The file that holds an account's cookies from one run to the next.
///
/// Every change reads the file, changes what it read and puts the result in its place by one rename, all under
/// a lock: of two programs that write at once, none loses what the other did, removals included. A file that is
/// broken is set aside under the name `cookies.broken`. Blocks while it works, but not while another program has the
/// lock; `AccountCookies` calls it.
public struct CookieFile: Sendable {
    /// The folder it is in, such as `~/.local/state/sonic/default`; made when something is first written.
    public let folder: String

    private static let name = "cookies"
    private static let lock = "cookies.lock"
    private static let aside = "cookies.broken"
    /// Well above `CookieJar.limit` cookies of the largest size.
    private static let limit = 32 << 20

    /// The file in this folder. Nothing is opened yet.
    public init(folder: String) {
        self.folder = folder
    }

    /// What was read, and what people should know of it.
    public struct ReadResult: Sendable, Equatable {
        /// The cookies; none when there is no file.
        public let cookies: [Cookie]
        /// A sentence for each thing found wrong and put right.
        public let notes: [String]
        /// The state of the file, to ask later whether it changed; nil for none.
        let stamp: FileStamp?

        /// What is read where there is no file.
        static let nothing = ReadResult(cookies: [], notes: [], stamp: nil)
    }

    /// Reads the file; a broken one is set aside.
    public func read() async throws(CookieFileFailure) -> ReadResult {
        try await read(unless: nil) ?? .nothing
    }

    /// Reads the file, unless it is still in this state: then nil. A reader needs no lock, because the file is
    /// only ever replaced.
    func read(
        unless stamp: FileStamp?, isolation: isolated (any Actor)? = #isolation
    ) async throws(CookieFileFailure) -> ReadResult? {
        guard let folder = try StateFolder.open(path: folder) else { return .nothing }
        // The file may change after this look, but then the next one finds that.
        let present = try folder.stamp(of: Self.name)
        if let present, present == stamp { return nil }
        if let reading = try Self.read(folder) { return reading }
        return try await folder.lock(Self.lock).held { () throws(CookieFileFailure) in
            try Self.readOrSetAside(folder)
        }
    }

    /// Changes the cookies in the file and returns what was read before. Writes only when something changed. Runs
    /// where its caller does, which nothing interrupts once there is the lock.
    @discardableResult public func update(
        isolation: isolated (any Actor)? = #isolation, _ change: (inout [Cookie]) -> Void
    ) async throws(CookieFileFailure) -> ReadResult {
        let folder = try StateFolder.making(path: folder)
        return try await folder.lock(Self.lock).held { () throws(CookieFileFailure) in
            let reading = try Self.readOrSetAside(folder)
            var cookies = reading.cookies
            change(&cookies)
            if cookies != reading.cookies {
                let bytes = CookieRecords(cookies).bytes
                try folder.replace(Self.name, with: bytes)
            }
            return reading
        }
    }

    /// Reads under the lock, so that it is the broken file that is set aside and not one that replaced it.
    private static func readOrSetAside(_ folder: borrowing StateFolder) throws(CookieFileFailure)
        -> ReadResult
    {
        if let reading = try read(folder) { return reading }
        try folder.rename(name, to: aside)
        let note = "The cookies in \(folder.place(name)) cannot be read; the file is now \(aside)."
        return ReadResult(cookies: [], notes: [note], stamp: nil)
    }

    /// What the file holds; nil when it is broken.
    private static func read(_ folder: borrowing StateFolder) throws(CookieFileFailure) -> ReadResult? {
        let stamp = try folder.stamp(of: name)
        guard let bytes = try folder.read(name, limit: limit) else { return .nothing }
        guard let records = CookieRecords(bytes) else { return nil }
        guard records.version <= CookieRecords.currentVersion else {
            throw .refused(path: folder.place(name), reason: "a later version of this program wrote it")
        }
        let broken = records.invalidCount
        let note =
            (broken == 1 ? "One cookie" : "\(broken) cookies")
            + " in \(folder.place(name)) cannot be read, and "
            + (broken == 1 ? "is" : "are") + " left out."
        return ReadResult(cookies: records.valid, notes: broken == 0 ? [] : [note], stamp: stamp)
    }
}
