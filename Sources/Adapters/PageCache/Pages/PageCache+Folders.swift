import SonicProtocol
import SonicSession

/// Access to a page's folder: readers open it directly, writers hold the page's lock.
extension PageCache {
    /// The number of attempts of a reader whose version is removed by another process while it reads.
    var readAttempts: Int { 4 }

    /// Opens the folder of a page for reading; nil if it does not exist.
    func page(_ id: PageID) throws(StoreFailure) -> PageFolder? {
        let accountName = try AccountFolder.name(of: id.account)
        let name = try Self.pageName(id)
        guard let root = try Folder.open(path: root, disk: disk),
            let account = try root.folder(accountName),
            let pages = try account.folder(Self.pagesName), let folder = try pages.folder(name)
        else { return nil }
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
            guard let page = try makingPage(id), let lock = try page.folder.lock(PageFolder.Name.lock) else {
                return .busy
            }
            return .done(try lock.held { () throws(StoreFailure) in try body(page) })
        }
    }

    /// Changes a page under its lock; nil if it has no folder.
    func changing<Result: Sendable>(
        _ id: PageID, _ body: (borrowing PageFolder) throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result? {
        try await LockWait.patiently("page", at: try path(of: id)) { () throws(StoreFailure) in
            guard let page = try page(id) else { return .done(nil) }
            guard let lock = try page.folder.lock(PageFolder.Name.lock) else { return .busy }
            return .done(try lock.held { () throws(StoreFailure) in try body(page) })
        }
    }

    /// Removes a page's folder if it is empty.
    func clearAway(_ id: PageID) throws(StoreFailure) {
        guard let root = try Folder.open(path: root, disk: disk),
            let account = try root.folder(try AccountFolder.name(of: id.account)),
            let pages = try account.folder(Self.pagesName)
        else { return }
        try pages.removeIfEmpty(try Self.pageName(id))
    }

    private func makingPage(_ id: PageID) throws(StoreFailure) -> PageFolder? {
        let accountName = try AccountFolder.name(of: id.account)
        let name = try Self.pageName(id)
        let root = try Folder.making(path: root, disk: disk)
        guard let account = try root.makingFolder(accountName),
            let pages = try account.makingFolder(Self.pagesName), let folder = try pages.makingFolder(name)
        else { return nil }
        return PageFolder(folder: folder, hashes: hashes)
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
