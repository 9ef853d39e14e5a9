import Browser
import CellGrid
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// A data update: one small block of a page changes. The browser's model is run without a terminal.
enum UpdateRuns {
    static func run(_ report: inout Report) throws {
        report.begin("A data update of one small block, from the verified update to the frame")
        let small = PageWriter.friendly(100_000)
        let large = PageWriter.friendly(PageSize.large.count)
        for (name, share) in [("on the screen", 0.0), ("in the middle of the page", 0.5)] {
            let quick = try repaint(small, block: share)
            let slow = try repaint(large, block: share)
            report.add("\(name), page of 100 KB", quick, target: .none)
            report.add("\(name), page of 10 MB", slow, target: .most(2 * quick + 2))
        }
        try stages(large, &report)
        try speeds(&report)
    }

    /// The page with another text in one of its blocks, and their difference.
    private static func changed(
        _ html: [UInt8], block share: Double
    ) throws -> (html: [UInt8], changes: [BlockChange]) {
        let split = PageSplit(html: html)
        let block = split.blocks[Int(Double(split.blocks.count) * share)]
        let text =
            "<!--sonicdiff-\(block.name)--><p>It is 10:01, and this is new.</p><!--sonicdiff-\(block.name)-end-->"
        var new = html
        new.replaceSubrange(block.range, with: Array(text.utf8))
        guard let changes = split.changes(in: html, to: PageSplit(html: new), in: new), changes.count == 1
        else {
            throw Failure("the changed page has another template")
        }
        return (new, changes)
    }

    private static func repaint(_ html: [UInt8], block share: Double) throws -> Double {
        let url = try address()
        let (new, changes) = try changed(html, block: share)
        let version = PageVersion(
            url: url, html: html, sha1: "", etag: "a", templateTag: "b", headers: Headers(),
            stored: Instant(milliseconds: 0))
        let stored = StoredPage(number: 1, version: version, checked: Instant(milliseconds: 0))
        let page = ShownPage(url: url, html: new, split: PageSplit(html: new), headers: Headers())
        var times = Samples()
        for _ in 0..<7 {
            var model = Model(Setup(size: Size(rows: 24, columns: 80), hashes: .nettle))
            _ = model.update(.addressGiven(url))
            _ = model.update(.session(.cachedPageFound(stored), visit: 1, after: .zero))
            while model.idle() {}
            let before = view(model)
            let watch = Stopwatch()
            _ = model.update(
                .session(.blocksUpdated(page, changes: changes, of: html), visit: 1, after: .zero))
            let after = view(model)
            times.add(watch.milliseconds)
            guard before != after else { throw Failure("the update changed nothing on the screen") }
        }
        return times.median
    }

    /// The earlier steps: parsing the JSON, merging, hashing.
    private static func stages(_ html: [UInt8], _ report: inout Report) throws {
        let stored = PageVersion(
            url: try address(), html: html, sha1: "", etag: "a", templateTag: "b", headers: Headers(),
            stored: Instant(milliseconds: 0))
        let answer = try Answer(changed(html, block: 0).html)
        var reading = Samples()
        var merging = Samples()
        var hashing = Samples()
        var whole = Samples()
        for _ in 0..<7 {
            var watch = Stopwatch()
            let update = try DataUpdate(json: answer.body)
            reading.add(watch.milliseconds)
            watch = Stopwatch()
            _ = Hashes.nettle.sha1(answer.page)
            hashing.add(watch.milliseconds)
            watch = Stopwatch()
            let merged = try PageSplit(html: html).merging(
                update, into: html, claimed: answer.sha1, hashes: answer.unhashed, memory: .largePages)
            merging.add(watch.milliseconds)
            guard merged.html == answer.page else { throw Failure("the merged page is another one") }
            watch = Stopwatch()
            let evaluation = Question.update(
                body: answer.body, stored: stored, etag: nil, templateTag: stored.templateTag
            )
            .evaluate(.nettle, in: .largePages)
            whole.add(watch.milliseconds)
            guard case .merged = evaluation else { throw Failure("the update was refused") }
        }
        let size = Report.text(Double(answer.blocks) / 1_048_576, .mebibytes)
        report.add("reading the JSON of \(size) of blocks", reading.median, target: .none)
        report.add("splitting and merging 10 MB", merging.median, target: .none)
        report.add("hashing 10 MB", hashing.median, target: .none)
        report.add("the three together", whole.median, target: .most(25))
    }

    /// Splitting a page and merging it again, compared with hashing it: neither may be slower.
    private static func speeds(_ report: inout Report) throws {
        report.begin("A page of 50 MB, cut and merged beside hashed", other: "hashed")
        let html = PageWriter.friendly(50_000_000)
        let answer = try Answer(changed(html, block: 0).html)
        let update = try DataUpdate(json: answer.body)
        let split = PageSplit(html: html)
        var splitting = Samples()
        var merging = Samples()
        var hashing = Samples()
        var filling = Samples()
        for _ in 0..<7 {
            var watch = Stopwatch()
            let sha1 = Hashes.nettle.sha1(answer.page)
            hashing.add(watch.milliseconds)
            watch = Stopwatch()
            let again = PageSplit(html: html)
            splitting.add(watch.milliseconds)
            watch = Stopwatch()
            let merged = try split.merging(
                update, into: html, claimed: sha1, hashes: answer.unhashed, memory: .largePages)
            merging.add(watch.milliseconds)
            guard again == split, merged.html == answer.page else {
                throw Failure("the merged page is another one")
            }
            watch = Stopwatch()
            let fresh = [UInt8](repeating: 1, count: html.count)
            filling.add(watch.milliseconds)
            guard fresh.last == 1 else { throw Failure("memory is not filled") }
        }
        let hashed: Report.Other = ("SHA-1", hashing.median)
        report.add("split", splitting.median, beside: hashed, target: .share(1))
        report.add("merge", merging.median, beside: hashed, target: .share(1))
        report.add("fresh memory as it comes, filled", filling.median, beside: hashed, target: .none)
    }

    /// A server's response for a changed page.
    private struct Answer {
        /// The current page.
        let page: [UInt8]
        /// Its SHA-1.
        let sha1: String
        /// Every block and the title, as JSON.
        let body: [UInt8]
        /// The number of bytes of the blocks.
        let blocks: Int
        /// Precomputed digests, so that merging can be measured without hashing.
        let unhashed: Hashes

        init(_ page: [UInt8]) {
            let split = PageSplit(html: page)
            let sha1 = Hashes.nettle.sha1(page)
            self.page = page
            self.sha1 = sha1
            body = json(page, split, sha1: sha1)
            blocks = split.blocks.reduce(0) { $0 + $1.range.count }
            unhashed = Hashes(sha1: { _ in sha1 }, md5: Hashes.nettle.md5)
        }
    }

    private static func address() throws -> WebURL {
        guard let url = WebURL("http://127.0.0.1/page.html") else { throw Failure("the address is none") }
        return url
    }

    /// The response of a server: every block and the title, as JSON.
    private static func json(_ html: [UInt8], _ split: PageSplit, sha1: String) -> [UInt8] {
        var members = split.blocks.map { JSONValue.Member("{\($0.name)}", text(html[$0.range])) }
        if let title = split.title { members.append(.init("{title}", text(html[title]))) }
        let body: JSONValue = [
            "data": .object(members), "template-tag": "b", "html-sha1": .string(sha1),
        ]
        return Array(body.text(.indented).utf8)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        .string(String(decoding: bytes, as: UTF8.self))
    }
}
