import SonicProtocol
import SonicSession

/// Which version of a page a person has seen last (docs/cache-format.md#read).
extension PageCache {
    /// What was seen of a page last; nil where it never was, and where that is not known any more.
    public func lastRead(of id: PageID) async throws(StoreFailure) -> LastRead? {
        try page(id)?.lastRead()
    }

    /// Remembers that a version was on a screen in front of a person. An older one than was seen before changes
    /// nothing, and neither does one that is not kept. The disk is not waited for: after a loss of power the page
    /// may be as unseen as it was before.
    public func noteRead(_ number: Int, of id: PageID) async throws(StoreFailure) {
        let read = LastRead(number: number, at: now())
        _ = try await changing(id) { page throws(StoreFailure) in
            guard case .version(let stamp) = try page.pointer(), number <= stamp.number else { return }
            let known = try page.lastRead()
            if let known, known.number >= number, known.number <= stamp.number { return }
            try page.write(read)
        }
    }
}

/// The `read` file of a page (docs/cache-format.md#read).
private struct ReadRecord: FileRecord {
    var number: Int
    /// Milliseconds since 1970.
    var read: Int64

    init(_ read: LastRead) {
        number = read.number
        self.read = read.at.milliseconds
    }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        number = try node.value("number", \.integer)
        read = Int64(try node.value("read", \.integer))
    }

    var json: JSONValue { .record([.init("number", .integer(number)), .init("read", .integer(read))]) }
}

extension PageFolder {
    /// What was seen of the page last. A file that cannot be understood counts as none.
    func lastRead() throws(StoreFailure) -> LastRead? {
        guard let file = try folder.read(Name.read, limit: Self.largestRecord),
            let record = ReadRecord(bytes: file.bytes)
        else { return nil }
        return LastRead(number: record.number, at: Instant(milliseconds: record.read))
    }

    /// Puts what was seen in place of what was before. Wants the lock.
    fileprivate func write(_ read: LastRead) throws(StoreFailure) {
        try folder.replace(Name.read, with: ReadRecord(read).bytes, .fleeting)
    }
}
