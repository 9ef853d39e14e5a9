import BrowserValues
import PageCache
import SonicProtocol
import SonicSession

/// The open tabs, in a file of the account's state folder: a line with the number of the current tab, then a line for
/// each tab with its position, address and title, then the closed ones, each after the word `closed`, which older
/// programs ignore.
package struct TabFile: Sendable {
    private let file: StateFile

    /// The maximum number of bytes read; a larger file loses its last tabs.
    private static let limit = 1 << 20
    private static let closed = Array("closed ".utf8)

    /// Creates the file of an account in a folder; nil if there can be none.
    package init?(root: String?, account: String) {
        // If nothing can be stored for an account of this name, opening a page reports it.
        guard let root, let file = try? StateFile(root: root, account: account, name: "tabs") else {
            return nil
        }
        self.file = file
    }

    /// Returns the saved tabs; nil for none. Invalid lines are ignored.
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

    /// Saves the tabs. A failure is not reported.
    package func save(_ tabs: SavedTabs) {
        let lines = tabs.entries.map(Self.line) + tabs.closed.map { "closed " + Self.line($0) }
        // The previously saved tabs stay if it fails.
        try? file.replace(with: Array((["\(tabs.front)"] + lines).map { $0 + "\n" }.joined().utf8))
    }

    private static func line(_ entry: SavedTabs.Entry) -> String {
        // A title must not contain a line break.
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
