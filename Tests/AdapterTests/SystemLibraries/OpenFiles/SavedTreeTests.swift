import Glibc
import Testing

@testable import SystemLibraries

/// Files that other programs save below a folder.
@Suite struct SavedTreeTests {
    /// A folder that exists as long as this object.
    private final class Folder {
        let path: String

        init() throws {
            var template = Array("/tmp/saved-tree-XXXXXX".utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
        }

        deinit { remove(path) }

        func write(_ text: String, to name: String) {
            let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
            close(file)
        }

        func make(_ name: String) { #expect(mkdir(path + "/" + name, 0o700) == 0) }

        private func remove(_ path: String) {
            if let listing = opendir(path) {
                var names: [String] = []
                while let entry = readdir(listing) {
                    names.append(
                        withUnsafePointer(to: &entry.pointee.d_name) {
                            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                        })
                }
                closedir(listing)
                for name in names where name != "." && name != ".." { remove(path + "/" + name) }
            }
            Glibc.remove(path)
        }
    }

    // Earlier changes are already reported when `next` is called, so that nothing waits.
    @Test func `saved files are reported with their paths, in subfolders and new folders, too`() throws {
        let folder = try Folder()
        folder.make("a")
        folder.make("a/b")
        var tree = try #require(SavedTree(folder.path))
        defer { tree.close() }
        folder.write("1", to: "x.html")
        folder.write("1", to: "a/b/y.html")
        #expect(tree.next() == ["x.html", "a/b/y.html"])
        folder.make("new")
        folder.write("1", to: "new/z.html")
        #expect(tree.next() == ["new/z.html"])
        folder.write("2", to: "new/z.html")
        #expect(tree.next() == ["new/z.html"])
        #expect(rename(folder.path + "/x.html", folder.path + "/a/w.html") == 0)
        #expect(tree.next() == ["a/w.html"])
    }

    @Test func `hidden folders and symbolic links are not followed`() throws {
        let (folder, other) = (try Folder(), try Folder())
        folder.make(".git")
        #expect(symlink(other.path, folder.path + "/link") == 0)
        var tree = try #require(SavedTree(folder.path))
        defer { tree.close() }
        folder.write("1", to: ".git/a.html")
        other.write("1", to: "b.html")
        folder.write("1", to: "c.html")
        #expect(tree.next() == ["c.html"])
    }

    @Test func `more folders than the limit are not followed`() throws {
        let folder = try Folder()
        folder.make("a")
        var tree = try #require(SavedTree(folder.path, atMost: 1))
        defer { tree.close() }
        folder.write("1", to: "a/x.html")
        folder.write("1", to: "y.html")
        #expect(tree.next() == ["y.html"])
    }

    @Test func `a missing folder cannot be followed`() {
        #expect(SavedTree("/nowhere/at/all") == nil)
    }
}
