import SonicLint
import SonicProtocol
import SystemLibraries

/// Checks pages of the served folder as soon as they are saved, on a separate thread.
enum SavedPages {
    /// Checks pages until the program ends. If the system cannot report saves, nothing is checked.
    /// - Parameters:
    ///   - folder: The served folder.
    ///   - report: Receives the findings of a page, each time that they change.
    static func check(below folder: String, _ report: @escaping @Sendable (SavedPageReport) -> Void) {
        guard let following = SavedTree(folder) else { return }
        let error = DetachedThread.start(blockingSignals: true) {
            var tree = following
            var known: [String: SavedPageReport] = [:]
            while let paths = tree.next() {
                for path in paths.sorted() where isPage(path) {
                    guard let page = page(path, below: folder) else { continue }
                    // A page that was valid and still is need not be reported.
                    let before = known.updateValue(page, forKey: path)
                    if before.map({ $0 != page }) ?? !page.findings.isEmpty { report(page) }
                }
            }
            tree.close()
        }
        if error != 0 { following.close() }
    }

    private static func isPage(_ path: String) -> Bool {
        [".html", ".htm", ".xhtml"].contains { path.lowercased().hasSuffix($0) }
    }

    /// The maximum length of a page that is checked, in bytes.
    private static let limit = 16 << 20

    private static func page(_ path: String, below folder: String) -> SavedPageReport? {
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(FilePath(FilePath(folder).bytes + "/".utf8 + path.utf8))
            let bytes = try file.bytes(limit: limit)
            return bytes.count > limit ? nil : SavedPageReport(path: "/" + path, html: bytes)
        } catch {
            // It was removed again, or is not a regular file: a request for it reports that.
            return nil
        }
    }
}
