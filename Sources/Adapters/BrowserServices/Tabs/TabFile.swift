import Browser
import PageCache
import SonicProtocol
import SonicSession

/// The tabs that were open, in a file of the account's state folder: a line for the one in front, then a line for each
/// with the place in it, the address and the title, then those that were closed, each behind the word `closed`, which
/// programs that know nothing of them pass over.
package struct TabFile: Sendable {
    private let file: StateFile

    /// The most bytes read; a file beyond it loses its last tabs.
    private static let limit = 1 << 20
    private static let name = "tabs"
    private static let closed = Array("closed ".utf8)

    /// The file of an account below a folder; nil where there is none for it.
    package init?(root: String?, account: String) {
        guard let root else { return nil }
        do throws(StoreFailure) {
            file = try StateFile(root: root, account: account, name: Self.name)
        } catch {
            // Nothing else can be kept of an account of such a name, and whoever opens a page is told.
            return nil
        }
    }

    /// What was remembered; nil for nothing. Lines that mean nothing are passed over.
    package func saved() throws(StoreFailure) -> SavedTabs? {
        let lines = try file.bytes(limit: Self.limit).split(separator: UInt8(ascii: "\n"))
        guard let front = lines.first.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) else {
            return nil
        }
        let entries = lines.dropFirst().compactMap(Self.entry)
        let closed = lines.dropFirst().filter { $0.starts(with: Self.closed) }.compactMap {
            Self.entry($0.dropFirst(Self.closed.count))
        }
        return entries.isEmpty && closed.isEmpty ? nil : SavedTabs(entries, front: front, closed: closed)
    }

    /// Remembers these. What cannot be kept is only forgotten.
    package func save(_ tabs: SavedTabs) {
        let lines = tabs.entries.map(Self.line) + tabs.closed.map { "closed " + Self.line($0) }
        do throws(StoreFailure) {
            try file.replace(with: Array((["\(tabs.front)"] + lines).map { $0 + "\n" }.joined().utf8))
        } catch {
            // Those of before are still there.
        }
    }

    private static func line(_ entry: SavedTabs.Entry) -> String {
        // No character of a title may end its line.
        let title = StoredTitle.of(entry.title).split { $0.isWhitespace }.joined(separator: " ")
        return "\(entry.offset) \(entry.url.href) \(title)"
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> SavedTabs.Entry? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, let offset = Int(parts[0]), offset >= 0, let url = WebURL(parts[1]),
            url.hasAuthority
        else { return nil }
        return SavedTabs.Entry(url: url, offset: offset, title: parts[2])
    }
}
