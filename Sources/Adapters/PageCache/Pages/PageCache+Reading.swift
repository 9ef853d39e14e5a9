import SonicProtocol
import SonicSession

/// The last version of a page that the user has seen (docs/reference/cache-format.md#read).
extension PageCache {
    /// Returns the last read of a page; nil if it was never read or that is not known any more.
    public func lastRead(of id: PageID) async throws(StoreFailure) -> LastRead? { try page(id)?.lastRead() }

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

/// The `read` file of a page (docs/reference/cache-format.md#read): milliseconds since 1970, and no title for none.
extension LastRead: FileRecord {
    init(_ node: JSONNode) throws(UnexpectedJSON) {
        self.init(
            number: try node.value("number", \.integer),
            at: Instant(milliseconds: Int64(try node.value("read", \.integer))),
            title: try node.optional("title", \.string) ?? "")
    }

    var json: JSONValue {
        .record([
            .init("number", .integer(number)), .init("read", .integer(at.milliseconds)),
            .init("title", .string(orNull: title.isEmpty ? nil : title)),
        ])
    }
}

/// Recovery from a current version that is damaged.
extension PageCache {
    /// Moves damaged versions aside and makes the newest valid one current. If nothing can be written, an older version
    /// is returned all the same.
    /// - Throws: The faults found if no version is valid.
    func recover(_ id: PageID) async throws(StoreFailure) -> StoredPage? {
        do {
            return try await changing(id) { page throws(StoreFailure) in
                try page.recover(repairing: true)
            } ?? nil
        } catch {
            guard let page = try page(id), var found = try page.recover(repairing: false) else { throw error }
            found.notes.append("The cache could not be repaired: \(error)")
            return found
        }
    }
}
