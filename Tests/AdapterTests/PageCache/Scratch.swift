import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// A temporary folder for one test, removed after it.
struct Scratch: ~Copyable {
    let path: String

    init() {
        var template = Array("/tmp/pagecache-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
        Self.remove(path)
    }

    /// The cache's root, which does not exist yet.
    var root: String { path + "/sonic" }

    /// The path of a file in a page's folder.
    func file(_ id: PageID, _ name: String) -> String {
        "\(root)/\(id.account.isEmpty ? "default" : id.account)/pages/\(id.digest)/\(name)"
    }

    /// A cache in this folder; each has descriptors and memory of its own, like another process.
    func cache(
        limits: CacheLimits = CacheLimits(), disk: any Disk = LinuxDisk(), now: Instant = .present
    ) -> PageCache {
        PageCache(root: root, hashes: .nettle, limits: limits, disk: disk, now: { now })
    }

    /// Removes a file or a folder with its contents.
    static func remove(_ path: String) {
        if let stream = opendir(path) {
            var names: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { Bytes.text($0.prefix { $0 != 0 }) }
                if name != ".", name != ".." { names.append(name) }
            }
            closedir(stream)
            var status = stat()
            for name in names {
                let entry = path + "/" + name
                if lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                    remove(entry)
                } else {
                    unlink(entry)
                }
            }
        }
        rmdir(path)
    }

    /// The bytes of a file; nil if there is none.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    /// Writes a file in place.
    static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    /// The permission bits of a file or folder.
    static func mode(_ path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Whether a file of this name exists.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension Instant {
    /// The time of the system clock.
    static var present: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

/// The pages and versions that the tests store.
enum Sample {
    static let news = PageID(account: "", digest: "0123456789abcdef0123456789abcdef")
    static let clock = PageID(account: "", digest: "fedcba9876543210fedcba9876543210")
    static let url = WebURL("http://127.0.0.1:8420/news?id=1")!

    /// A page with one block of this text, as sent by a server.
    static func version(_ text: String, stored: Instant = .present) -> PageVersion {
        let html = Array(
            """
            <!doctype html><html><head><title>News \(text)</title></head><body>
            <!--sonicdiff-lines--><p>\(text)</p><!--sonicdiff-lines-end-->
            </body></html>

            """.utf8)
        let sha1 = Hashes.nettle.sha1(html)
        return PageVersion(
            url: url, html: html, sha1: sha1, etag: sha1, templateTag: "tag-\(text)",
            headers: Headers([HeaderField("Content-Type", "text/html"), HeaderField("ETag", sha1)]),
            stored: stored)
    }
}
