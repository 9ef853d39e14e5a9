import SonicProtocol
import SonicSession

/// Access to the responses' folders: readers open them directly, writers hold the key's lock.
extension ResponseCache {
    /// The subfolder of an account's folder that contains its responses.
    private static var responsesName: String { "http" }

    /// Returns the name of a key's folder.
    static func name(of key: CacheKey, _ hashes: Hashes) -> String { hashes.md5(Array(key.text.utf8)) }

    /// Returns the names of the keys' folders, unordered; empty if there are none.
    func names() throws(StoreFailure) -> [String] {
        guard let all = try all() else { return [] }
        return try all.names().filter(PageCache.isDigest)
    }

    /// Opens the folder of a key for reading; nil if it does not exist.
    func responses(_ key: CacheKey) throws(StoreFailure) -> ResponseFolder? {
        try responses(named: Self.name(of: key, hashes))
    }

    /// Opens the folder of this name; nil if it does not exist.
    func responses(named name: String) throws(StoreFailure) -> ResponseFolder? {
        guard let folder = try all()?.folder(name) else { return nil }
        return ResponseFolder(folder: folder, hashes: hashes)
    }

    /// Changes the responses of a key, and creates its folder if it does not exist.
    func writing<Result: Sendable>(
        _ key: CacheKey, _ body: (borrowing ResponseFolder) throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result {
        let path = try path(of: Self.name(of: key, hashes))
        return try await LockWait.patiently("response", at: path) { () throws(StoreFailure) in
            guard let responses = try making(key),
                let lock = try responses.folder.lock(ResponseFolder.Name.lock)
            else { return .busy }
            return .done(try lock.held { () throws(StoreFailure) in try body(responses) })
        }
    }

    /// Changes the responses of a key; does nothing if it has no folder.
    func changing(
        _ key: CacheKey, _ body: (borrowing ResponseFolder) throws(StoreFailure) -> Void
    ) async throws(StoreFailure) {
        try await changing(named: Self.name(of: key, hashes), body)
    }

    /// Removes the contents of a folder and then the folder, unless a new file was added meanwhile.
    func remove(named name: String) async throws(StoreFailure) {
        try await changing(named: name) { responses throws(StoreFailure) in try responses.removeAll() }
        try clearAway(name)
    }

    /// Removes a folder if it is empty.
    func clearAway(_ name: String) throws(StoreFailure) {
        try all()?.removeIfEmpty(name)
    }

    private func changing(
        named name: String, _ body: (borrowing ResponseFolder) throws(StoreFailure) -> Void
    ) async throws(StoreFailure) {
        try await LockWait.patiently("response", at: try path(of: name)) { () throws(StoreFailure) in
            guard let responses = try responses(named: name) else { return .done(()) }
            guard let lock = try responses.folder.lock(ResponseFolder.Name.lock) else { return .busy }
            return .done(try lock.held { () throws(StoreFailure) in try body(responses) })
        }
    }

    /// Returns the path of a folder of this name, whether or not it exists.
    private func path(of name: String) throws(StoreFailure) -> String {
        "\(root)/\(try AccountFolder.name(of: account))/\(Self.responsesName)/\(name)"
    }

    private func all() throws(StoreFailure) -> Folder? {
        let name = try AccountFolder.name(of: account)
        guard let root = try Folder.open(path: root, disk: disk), let folder = try root.folder(name) else {
            return nil
        }
        return try folder.folder(Self.responsesName)
    }

    private func making(_ key: CacheKey) throws(StoreFailure) -> ResponseFolder? {
        let name = try AccountFolder.name(of: account)
        let root = try Folder.making(path: root, disk: disk)
        guard let folder = try root.makingFolder(name), let all = try folder.makingFolder(Self.responsesName),
            let responses = try all.makingFolder(Self.name(of: key, hashes))
        else { return nil }
        return ResponseFolder(folder: responses, hashes: hashes)
    }
}
