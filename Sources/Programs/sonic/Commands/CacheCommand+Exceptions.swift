import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

// Pages that were received under exceptions, which are stored separately.
extension CacheCommand {
    /// Returns the pages that a word may mean, the one of the site itself first if it is stored: an address
    /// also means the pages received for it under exceptions. At least one, stored or not.
    func candidates(_ id: PageID, _ word: String) async -> [PageID] {
        do throws(StoreFailure) {
            let own = try await cache.entry(id) == nil ? [] : [id]
            guard !word.hasSuffix(id.digest) else { return [id] }
            let apart = try await cache.list().filter { entry in
                WebURL(entry.url).map { isApart(entry.id, entry.exception, from: id, $0) } ?? false
            }
            return own + apart.map(\.id) + (own.isEmpty && apart.isEmpty ? [id] : [])
        } catch {
            return [id]  // What cannot be read is told by what is done with it.
        }
    }

    /// Whether a page has the same address as another one, under this exception.
    func isApart(_ id: PageID, _ exception: String?, from other: PageID, _ url: WebURL) -> Bool {
        guard let exception, id.account == other.account else { return false }
        let choices = ConfigurationFile(folders).settings.choices(for: url)
        let identity = choices.identity ?? PageIdentity(for: url)
        return identity.id(of: url, account: id.account, hashes: .nettle) == other
            && identity.apart(by: OriginException(text: exception))
                .id(of: url, account: id.account, hashes: .nettle) == id
    }
}
