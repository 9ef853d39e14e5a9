import Disks
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// The files of one page and of one response, with separators between them, in the order of `paths`. An empty section
/// leaves a file as the cache wrote it, one of a single zero byte removes the file.
enum CacheInput {
    private static let id = PageID(account: "", digest: "0123456789abcdef0123456789abcdef")
    private static let url = WebURL("http://127.0.0.1:8420/news")!
    private static let key = CacheKey(url)
    private static let start = Instant(milliseconds: 1_795_229_058_552)

    /// The files that an input replaces.
    static let paths: [[String]] = {
        let page = ["default", "pages", id.digest]
        let response = ["default", "http", Hashes.nettle.md5(Array(key.text.utf8))]
        return [
            page + ["current"], page + ["state"], page + ["pin"], page + ["2", "cfg"], page + ["2", "html"],
            page + ["1", "cfg"], page + ["2", "temp"], page + ["2", "data"], response + ["index"],
            response + ["\(start.milliseconds)"],
        ]
    }()

    static func check(_ bytes: [UInt8]) async throws(BrokenPromise) {
        let sound = await Self.sound
        let disk = sound.copy()
        do throws(DiskFailure) { try put(bytes, on: disk) } catch {
            throw BrokenPromise("a sound disk takes files: \(error)")
        }
        try await checkPages(disk)
        try await checkResponses(disk)
    }

    private static func checkPages(_ disk: VolatileDisk) async throws(BrokenPromise) {
        let cache = PageCache(root: "/c", hashes: .nettle, disk: disk, now: { start })
        do {
            _ = try await cache.list()
            _ = try await cache.verify()
            if let page = try await loaded(cache), page.verification == .done {
                try promise(
                    Hashes.nettle.sha1(page.version.html) == page.version.sha1, "what is shown was stored")
            }
            for number in try await cache.versions(of: id) { _ = try await cache.load(id, number: number) }
            _ = try await cache.pin(of: id)
            let version = Self.version("three")
            let number = try await cache.commit(version, for: id)
            let page = try await cache.load(id)
            try promise(
                page?.number == number && page?.version == version, "what is stored now is there: \(number)")
            try await cache.renew(id, number: number, headers: Headers(), checked: start)
            _ = try await cache.prune()
            let report = try await cache.verify()
            let faults = report.faults.filter {
                $0.path.hasSuffix("/\(number)") || $0.path.hasSuffix("/current")
            }
            try promise(faults.isEmpty, "a page that was stored anew is sound: \(faults)")
        } catch let broken as BrokenPromise {
            throw broken
        } catch {
            throw BrokenPromise("no content of a file keeps the cache from working: \(error)")
        }
    }

    /// The page; nil also if no version of it is intact, which is reported as a failure.
    private static func loaded(_ cache: PageCache) async throws(StoreFailure) -> StoredPage? {
        do throws(StoreFailure) {
            return try await cache.load(id)
        } catch {
            guard case .failed("reading", "the stored page", _) = error else { throw error }
            return nil
        }
    }

    private static func checkResponses(_ disk: VolatileDisk) async throws(BrokenPromise) {
        let cache = ResponseCache(root: "/c", account: "", hashes: .nettle, disk: disk, now: { start })
        do {
            for variant in try await cache.variants(of: key) {
                let count = variant.response.extent.count
                let body = try await cache.body(of: variant.number, under: key, 0..<count)
                try promise(body == nil || body?.count == count, "a body has its length")
                let query = CacheQuery(headers: Headers([HeaderField("Range", "bytes=1-2")]))
                for query in [query, CacheQuery()] {
                    _ = CachePolicy(query, stored: [variant]).decide(at: start.adding(seconds: 60))
                }
            }
            let number = try await cache.save(response, body: [1, 2, 3], under: key, replacing: [])
            let body = try await cache.body(of: number, under: key, 0..<3)
            try promise(body == [1, 2, 3], "what is stored now is there: \(number)")
            try await cache.clear()
        } catch let broken as BrokenPromise {
            throw broken
        } catch {
            throw BrokenPromise("no content of a file keeps the cache from working: \(error)")
        }
    }

    // MARK: The sound disk

    private static let made = Task { () -> VolatileDisk in
        let disk = VolatileDisk()
        disk.begin(.sound, at: start)
        let cache = PageCache(root: "/c", hashes: .nettle, disk: disk, now: { start })
        let responses = ResponseCache(root: "/c", account: "", hashes: .nettle, disk: disk, now: { start })
        do {
            for text in ["one", "two"] { _ = try await cache.commit(version(text), for: id) }
            try await cache.renew(id, number: 2, headers: Headers(), checked: start)
            _ = try await cache.pin(id, resources: [key])
            _ = try await responses.save(response, body: [1, 2, 3], under: key, replacing: [])
        } catch {
            // Then nothing could be tested.
            preconditionFailure("a disk in memory takes all of it: \(error)")
        }
        return disk
    }

    private static var sound: VolatileDisk {
        get async { await made.value }
    }

    private static func put(_ bytes: [UInt8], on disk: VolatileDisk) throws(DiskFailure) {
        var reader = InputReader(bytes)
        for path in paths where !reader.rest.isEmpty {
            let content = reader.section()
            guard !content.isEmpty, let name = path.last else { continue }
            let place = "/c/" + path.dropLast().joined(separator: "/")
            let folder = try disk.open(place, in: .working, .folder)
            defer { disk.close(folder) }
            try disk.removeFile(name, in: folder)
            guard content != [0] else { continue }
            let file = try disk.open(name, in: folder, .creating)
            defer { disk.close(file) }
            try disk.write(content, to: file)
        }
    }

    private static func version(_ text: String) -> PageVersion {
        let html = Array("<title>\(text)</title><!--sonicdiff-a--><p>\(text)</p><!--sonicdiff-a-end-->".utf8)
        return PageVersion(
            url: url, html: html, sha1: Hashes.nettle.sha1(html), etag: "e", templateTag: "t",
            headers: Headers([HeaderField("Content-Type", "text/html")]), stored: start)
    }

    private static let response = StoredResponse(
        url: url, status: 200, reason: "OK", version: "HTTP/1.1",
        headers: Headers([HeaderField("ETag", "\"1\""), HeaderField("Vary", "accept")]),
        requests: [.fields([VaryKey.Field(name: "accept", value: nil)])], requested: start, received: start,
        extent: .whole(3))
}
