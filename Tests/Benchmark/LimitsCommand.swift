import CPty
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// Pages and caches far beyond the usual size: `sonic-bench limits`.
///
/// Each is stored, found again, printed and shown on a terminal by the real programs. Nothing may hang, fail, or use
/// more memory than a small multiple of the page; the figures are in docs/reference/limits.md.
struct LimitsCommand {
    /// The divisor of all sizes in docs/reference/limits.md.
    var divisor = 1

    /// Parses the arguments after `limits`; nil for wrong usage.
    init?(_ words: [String]) {
        switch words.count {
        case 0: return
        case 2 where words[0] == "--divisor":
            guard let number = Int(words[1]), (1...1000).contains(number) else { return nil }
            divisor = number
        default: return nil
        }
    }

    /// A page that is large in one respect, written piece by piece: the memory of this program counts for the
    /// programs that it starts.
    private struct Giant {
        let name: String
        let what: String
        /// The number of pieces between its beginning and its end.
        let count: Int
        let piece: (Int) -> String
        /// Text at its beginning and at its end.
        let first = "Giant begins"
        let last = "Giant ends"

        init(_ name: String, _ what: String, _ count: Int, _ piece: @escaping (Int) -> String) {
            (self.name, self.what, self.count, self.piece) = (name, what, count, piece)
        }

        /// Writes it, and returns the number of bytes.
        /// - Parameter isChanged: Whether a word at its end differs, in a block if there are any.
        func write(to path: String, isChanged: Bool = false) throws -> Int {
            guard let file = fopen(path, "we") else { throw Failure(call: "open \(path)") }
            defer { fclose(file) }
            fputs("<title>Giant</title><h1>\(first)</h1>\n", file)
            for index in 0..<count {
                let text = piece(index)
                let isLast = isChanged && index == count - 1
                fputs(isLast ? text.replacing(">block", with: ">BLOCK") : text, file)
            }
            fputs("\n<p>" + (isChanged ? last.uppercased() : last), file)
            let size = ftell(file)
            guard ferror(file) == 0, size > 0 else { throw Failure(call: "write \(path)") }
            return size
        }
    }

    private func giants() -> [Giant] {
        [
            Giant("megabytes", "a page of 200 MB", 2_000_000 / divisor) {
                "<p>Paragraph \($0) has words, <b>bold ones</b> too, and a <a href=/\($0)>link</a>, "
                    + "and is so long</p>\n"
            },
            Giant("line", "one line of 50 MB", 5_000_000 / divisor) { _ in "ten bytes " },
            Giant("word", "one word of 50 MB", 5_000_000 / divisor) { _ in "ten-bytes-" },
            Giant("links", "100,000 links", 100_000 / divisor) { "<a href=\"/l\($0)\">link \($0)</a>\n" },
            Giant("blocks", "100,000 blocks", 100_000 / divisor) {
                "<!--sonicdiff-b\($0)--><p>block \($0)</p><!--sonicdiff-b\($0)-end-->\n"
            },
        ]
    }

    /// Runs and prints a line for each measurement.
    /// - Throws: `Failure` if something fails or exceeds its bound.
    func run() async throws {
        let place = try LimitsPlace()
        if divisor > 1 { print("everything divided by \(divisor)") }
        for giant in giants() {
            try measure(giant, place)
        }
        print("\n10,000 cached pages")
        try await fill(place)
        try measureFullCache(place)
    }

    private func measure(_ giant: Giant, _ place: LimitsPlace) throws {
        let file = "\(place.path)/site/\(giant.name).html"
        let size = try giant.write(to: file)
        print("\n\(giant.what), \(size >> 10) KiB")
        let url = "\(place.address)/\(giant.name).html"
        try tell("first load", place.command(["get", url]).run(), size)
        try tell("nothing new", place.command(["get", url]).run(), size)
        try tell("printed from the file", place.command(["dump", file]).run(), size)
        try tell("printed from the cache", place.command(["dump", "--links", url]).run(), size)
        try show(giant, size, url, place)
        _ = try giant.write(to: file, isChanged: true)
        try tell("with a change", place.command(["get", url]).run(), size)
        try tell("verified", place.command(["cache", "verify"]).run(), size)
        _ = try place.command(["cache", "remove", url]).run()
        unlink(file)
    }

    /// Shows a stored page on a terminal, to its end.
    private func show(_ giant: Giant, _ size: Int, _ url: String, _ place: LimitsPlace) throws {
        let watch = Stopwatch()
        let screen = try Screen(place.command([url]))
        let painted = try screen.wait(for: giant.first, since: watch, limit: 120_000)
        let scrolling = Stopwatch()
        screen.send("G")
        let ended = try screen.wait(for: giant.last, since: scrolling, limit: 120_000)
        let work = Double(try screen.ticks()) * 10
        try tell("first paint", .init(milliseconds: painted, memory: 0, work: 0), size)
        try tell(
            "to its end", .init(milliseconds: ended, memory: try screen.peak(), work: work), size)
    }

    // MARK: Many pages

    private static let page = Array("<title>Page</title><h1>Giant begins</h1>\n<p>small".utf8)

    private func url(_ number: Int, _ place: LimitsPlace) -> String { "\(place.address)/p\(number).html" }

    private func fill(_ place: LimitsPlace) async throws {
        var limits = CacheLimits()
        limits.pages = .max
        let cache = PageCache(
            root: place.path + "/cache/sonic", hashes: .nettle, limits: limits, now: CycleRuns.clocks.now)
        let sha1 = Hashes.nettle.sha1(Self.page)
        let watch = Stopwatch()
        for number in 0..<(10_000 / divisor) {
            guard let url = WebURL(url(number, place)) else { throw Failure("no address") }
            let version = PageVersion(
                url: url, html: Self.page, sha1: sha1, etag: nil, templateTag: nil,
                headers: Headers([HeaderField("Content-Type", "text/html; charset=utf-8")]),
                stored: Instant(milliseconds: Int64(time(nil)) * 1000))
            let id = PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
            _ = try await cache.commit(version, for: id)
        }
        print("  stored, one after the other: \(Report.text(watch.milliseconds / 1000, .seconds))")
    }

    private func measureFullCache(_ place: LimitsPlace) throws {
        try PagesCommand.write(Self.page, to: place.path + "/site/p0.html")
        let size = 1_000_000 / divisor
        let url = url(0, place)
        try tell("listed", place.command(["cache", "list"]).run(), size)
        try tell("verified", place.command(["cache", "verify"]).run(), size)
        try tell("unread ones told", place.command(["unread", "--offline"]).run(), size)
        try tell("history told", place.command(["history"]).run(), size)
        try showLists(place, size)
        try tell("one of them asked for", place.command(["get", url]).run(), size)
        let watch = Stopwatch()
        let screen = try Screen(place.command([url]))
        let painted = try screen.wait(for: "Giant begins", since: watch)
        let work = Double(try screen.ticks()) * 10
        try tell(
            "first paint of one of them",
            .init(milliseconds: painted, memory: try screen.peak(), work: work), size)
        try tell("pruned to the limits", place.command(["cache", "prune"]).run(), size)
        try tell("listed again", place.command(["cache", "list"]).run(), size)
    }

    /// Starts the browser without a URL, and finds the last of the pages among all URLs.
    private func showLists(_ place: LimitsPlace, _ size: Int) throws {
        // Without tabs of earlier runs it starts with the inbox.
        unlink(place.path + "/state/sonic/default/tabs")
        let watch = Stopwatch()
        let screen = try Screen(place.command([]))
        let painted = try screen.wait(for: "unread", since: watch)
        try tell("start without an address", .init(milliseconds: painted, memory: 0, work: 0), size)
        let looking = Stopwatch()
        let last = "p\(10_000 / divisor - 1).html"
        screen.send("o")
        _ = try screen.wait(for: "Open:", since: looking)
        screen.send(last)
        // The one in the list, above the typed one.
        let found = try screen.wait(for: "/" + last, since: looking)
        let work = Double(try screen.ticks()) * 10
        try tell(
            "one of them found by its address",
            .init(milliseconds: found, memory: try screen.peak(), work: work), size)
    }

    // MARK: Bounds

    /// Prints a measurement.
    /// - Parameter size: The size of the page in bytes, which determines the memory limit.
    private func tell(_ what: String, _ cost: Command.Cost, _ size: Int) throws {
        let work = cost.work > 0 ? " of work" : ""
        let memory = cost.memory > 0 ? ", " + Report.text(cost.memory / 1_048_576, .mebibytes) : ""
        let time = cost.work > 0 ? cost.work : cost.milliseconds
        print("  \(what): \(Report.text(time / 1000, .seconds))\(work)\(memory)")
        fflush(nil)
        let most = Self.memory + Self.copies * Double(size)
        // With a sanitizer memory is not limited.
        guard cost.memory <= most || cpty_has_sanitizer() else {
            throw Failure("\(what) took more than \(Report.text(most / 1_048_576, .mebibytes))")
        }
        // On a busy machine the processor time counts.
        guard time <= Self.patience else {
            throw Failure("\(what) took longer than \(Report.text(Self.patience / 1000, .seconds))")
        }
    }

    /// Twice the memory of a program without a page.
    private static let memory = 128.0 * 1_048_576
    /// The memory limit as a multiple of the page: bytes, the stored version, text, links and blocks.
    private static let copies = 12.0
    /// A time limit in milliseconds for everything here.
    private static let patience = 60_000.0
}

/// A folder that is served, and one for all files of the programs; removed with this value.
private final class LimitsPlace {
    let path: String
    private let program: String
    private var server: RunningServer?

    init() throws {
        program = try Browser.sibling("sonic")
        var template = Array("/tmp/sonic-limits-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir(path + "/site", 0o700)
        server = try RunningServer(
            Command(
                path: try Browser.sibling("sonic-server"),
                arguments: ["serve", path + "/site", "--listen", "127.0.0.1:0"],
                environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]))
    }

    deinit {
        server = nil
        cpty_remove_tree(path)
    }

    /// The folder of the pages.
    var address: String { server?.address ?? "" }

    /// A run of `sonic` with this folder for all its files.
    func command(_ words: [String]) -> Command {
        Command(
            path: program, arguments: words,
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color", "HOME": path,
                "XDG_CACHE_HOME": path + "/cache", "XDG_STATE_HOME": path + "/state",
                "XDG_CONFIG_HOME": path + "/config",
            ])
    }
}
