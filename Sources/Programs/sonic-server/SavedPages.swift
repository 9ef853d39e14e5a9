import Diagnostics
import SonicServer
import SystemLibraries

/// Pages of the served folder that are checked as soon as somebody saves them, on a thread of their own.
enum SavedPages {
    /// Checks pages until the program ends. Where the system reports no saves, nothing is checked.
    /// - Parameters:
    ///   - folder: The folder that is served.
    ///   - report: Takes what is wrong with a page, each time that is something else than before.
    static func check(below folder: String, _ report: @escaping @Sendable (SavedPageReport) -> Void) {
        guard let following = SavedTree(folder) else { return }
        let error = DetachedThread.start(blockingSignals: true) {
            var tree = following
            var known: [String: SavedPageReport] = [:]
            while let paths = tree.next() {
                for path in paths.sorted() where isPage(path) {
                    guard let page = page(path, below: folder) else { continue }
                    // A page that was right and still is need not be told of.
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

    /// The longest page that is checked, in bytes.
    private static let limit = 16 << 20

    private static func page(_ path: String, below folder: String) -> SavedPageReport? {
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(folder + "/" + path)
            let bytes = try file.bytes(limit: limit)
            return bytes.count > limit ? nil : SavedPageReport(path: "/" + path, html: bytes)
        } catch {
            // It is gone again, or is no file: whoever requests it is told.
            return nil
        }
    }
}
