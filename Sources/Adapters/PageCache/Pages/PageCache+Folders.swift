import SonicProtocol
import SonicSession

/// Access to a page's folder: readers open it directly, writers hold the page's lock.
extension PageCache {
    /// The number of attempts of a reader whose version is removed by another process while it reads.
    var readAttempts: Int { 4 }

    /// Opens the folder of a page for reading; nil if it does not exist.
    func page(_ id: PageID) throws(StoreFailure) -> PageFolder? {
        let folder = try AccountFolder.open(
            AccountFolder.name(of: id.account), Self.pagesName, Self.pageName(id), in: root, disk: disk)
        guard let folder else { return nil }
        return PageFolder(folder: folder, hashes: hashes)
    }

    /// Returns the path of a page's folder, whether or not it exists.
    public func path(of id: PageID) throws(StoreFailure) -> String {
        "\(root)/\(try AccountFolder.name(of: id.account))/\(Self.pagesName)/\(try Self.pageName(id))"
    }

    /// Changes a page under its lock, and creates its folder if it does not exist.
    func writing<Result: Sendable>(
        _ id: PageID, _ body: (borrowing PageFolder) throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result {
        try await LockWait.patiently("page", at: try path(of: id)) { () throws(StoreFailure) in
            let folder = try AccountFolder.making(
                AccountFolder.name(of: id.account), Self.pagesName, Self.pageName(id), in: root, disk: disk)
            guard let folder else { return nil }
            let page = PageFolder(folder: folder, hashes: hashes)
            return try page.folder.held(PageFolder.Name.lock) { _ throws(StoreFailure) in try body(page) }
        }
    }

    /// Changes a page under its lock; nil if it has no folder.
    func changing<Result: Sendable>(
        _ id: PageID, _ body: (borrowing PageFolder) throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result? {
        try await LockWait.patiently("page", at: try path(of: id)) { () throws(StoreFailure) in
            guard let page = try page(id) else { return .some(nil) }
            return try page.folder.held(PageFolder.Name.lock) { _ throws(StoreFailure) -> Result? in
                try body(page)
            }
        }
    }

    /// Removes a page's folder if it is empty.
    func clearAway(_ id: PageID) throws(StoreFailure) {
        try pages(of: id.account)?.removeIfEmpty(try Self.pageName(id))
    }

    /// The subfolder of an account's folder that contains its pages.
    static var pagesName: String { "pages" }

    /// Whether a name can be the digest of a page id: 32 lower-case hexadecimal digits.
    public static func isDigest(_ name: String) -> Bool {
        name.utf8.count == 32
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func pageName(_ id: PageID) throws(StoreFailure) -> String {
        guard isDigest(id.digest) else {
            throw .unusable(path: id.digest, reason: "it is not a page id of 32 hexadecimal digits")
        }
        return id.digest
    }
}
