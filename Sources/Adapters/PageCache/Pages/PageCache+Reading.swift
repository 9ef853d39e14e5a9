import SonicProtocol
import SonicSession

/// The last version of a page that the user has seen (docs/reference/cache-format.md#read).
extension PageCache {
    /// Returns the last read of a page; nil if it was never read or that is not known any more.
    public func lastRead(of id: PageID) async throws(StoreFailure) -> LastRead? {
        try page(id)?.lastRead()
    }

    /// Records that a version was displayed to the user. If a newer version was seen before, only the time is updated;
    /// a version that is not stored changes nothing. The change is not synced: a loss of power may undo it.
    ///
    /// - Parameters:
    ///   - number: The version.
    ///   - title: The page's title; empty for none. Its first 200 characters, at most 1,000 bytes, are stored.
    ///   - id: The page.
    public func noteRead(_ number: Int, title: String = "", of id: PageID) async throws(StoreFailure) {
        var read = LastRead(number: number, at: now(), title: StoredTitle.of(title))
        _ = try await changing(id) { page throws(StoreFailure) in
            guard case .version(let stamp) = try page.pointer(), number <= stamp.number else { return }
            if let known = try page.lastRead(), known.number > number, known.number <= stamp.number {
                (read.number, read.title) = (known.number, known.title)
            }
            try page.write(read)
        }
    }
}

/// The `read` file of a page (docs/reference/cache-format.md#read).
private struct ReadRecord: FileRecord {
    var number: Int
    /// Milliseconds since 1970.
    var read: Int64
    /// The page's title; missing for none.
    var title: String?

    init(_ read: LastRead) {
        number = read.number
        self.read = read.at.milliseconds
        title = read.title.isEmpty ? nil : read.title
    }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        number = try node.value("number", \.integer)
        read = Int64(try node.value("read", \.integer))
        title = try node.optional("title", \.string)
    }

    var json: JSONValue {
        .record([
            .init("number", .integer(number)), .init("read", .integer(read)),
            .init("title", .string(orNull: title)),
        ])
    }
}

extension PageFolder {
    /// Returns the last read of the page. An invalid file counts as none.
    func lastRead() throws(StoreFailure) -> LastRead? {
        guard let file = try folder.read(Name.read, limit: Self.largestRecord),
            let record = ReadRecord(bytes: file.bytes)
        else { return nil }
        return LastRead(
            number: record.number, at: Instant(milliseconds: record.read), title: record.title ?? "")
    }

    /// Replaces the last read. Requires the lock.
    fileprivate func write(_ read: LastRead) throws(StoreFailure) {
        try folder.replace(Name.read, with: ReadRecord(read).bytes, .fleeting)
    }
}
