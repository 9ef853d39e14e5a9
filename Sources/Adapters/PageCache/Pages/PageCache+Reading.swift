import SonicProtocol
import SonicSession

/// Which version of a page a person has seen last (docs/reference/cache-format.md#read).
extension PageCache {
    /// What was seen of a page last; nil where it never was, and where that is not known any more.
    public func lastRead(of id: PageID) async throws(StoreFailure) -> LastRead? {
        try page(id)?.lastRead()
    }

    /// Remembers that a version was on a screen in front of a person. Of an older one than was seen before only the
    /// time counts, and one that is not kept changes nothing. The disk is not waited for: after a loss of power the
    /// page may be as unseen as it was before.
    ///
    /// - Parameters:
    ///   - number: The version.
    ///   - title: What the page calls itself; empty for nothing. Its first 200 characters are kept, in 1,000 bytes.
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
    /// What the page called itself; missing for nothing.
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
    /// What was seen of the page last. A file that cannot be understood counts as none.
    func lastRead() throws(StoreFailure) -> LastRead? {
        guard let file = try folder.read(Name.read, limit: Self.largestRecord),
            let record = ReadRecord(bytes: file.bytes)
        else { return nil }
        return LastRead(
            number: record.number, at: Instant(milliseconds: record.read), title: record.title ?? "")
    }

    /// Puts what was seen in place of what was before. Wants the lock.
    fileprivate func write(_ read: LastRead) throws(StoreFailure) {
        try folder.replace(Name.read, with: ReadRecord(read).bytes, .fleeting)
    }
}
