import BrowserValues
import CPty
import Chance
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// Programs that are killed while they store pages: `sonic-bench soak`.
///
/// Several real `sonic get` processes fetch the same pages, which are edited meanwhile, and each is killed at a random
/// time. After every round a reader checks every page: it must be one of the server's, complete, with the hash that
/// was stored with it, and nothing may have been set aside.
struct SoakCommand {
    /// The number of programs that are killed before they exit.
    var kills = 1000
    /// The number of concurrent programs.
    var processes = 4
    /// The number of pages: fewer than programs, so that they conflict.
    var pages = 3
    /// The random seed.
    var seed = 1

    /// Parses the arguments after `soak`; nil for wrong usage.
    init?(_ words: [String]) {
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
            switch name {
            case "--kills": kills = number
            case "--processes": processes = number
            case "--pages" where number <= LoadSite.pages: pages = number
            case "--seed": seed = number
            default: return nil
            }
        }
    }

    /// The results so far.
    private struct Tally {
        var killed = 0
        var ended = 0
        var edits = 0
        var reads = 0
        var versions = 0
    }

    /// Runs and prints a line.
    /// - Throws: `Failure` if a page is wrong.
    func run() async throws {
        let site = try LoadSite()
        let home = try SoakHome()
        let cache = PageCache(root: home.path + "/cache/sonic", hashes: .nettle, now: CycleRuns.clocks.now)
        var chance = SeededGenerator(seed: UInt64(seed))
        var tally = Tally()
        var written: [Set<String>] = Array(repeating: [], count: pages)
        for page in 0..<pages { written[page].insert(site.sha1(page, data: 0, template: 0)) }
        let watch = Stopwatch()
        // The time of a program that is not killed; the slowest of several concurrent ones, as in the rounds.
        let span = try longest(site, home)
        while tally.killed < kills {
            let running = try (0..<processes).map { _ in
                try start(Int.random(in: 0..<pages, using: &chance), site, home)
            }
            let page = Int.random(in: 0..<pages, using: &chance)
            tally.edits += 1
            // Every eighth edit changes the template.
            written[page].insert(site.sha1(page, data: tally.edits, template: tally.edits / 8))
            try site.edit(page, data: tally.edits, template: tally.edits / 8)
            let moments = running.map { _ in Double.random(in: 0..<span, using: &chance) }
            let began = watch.milliseconds
            for (process, moment) in zip(running, moments).sorted(by: { $0.1 < $1.1 }) {
                poll(nil, 0, Int32(max(0, began + moment - watch.milliseconds)))
                kill(process, SIGKILL)
                if try status(of: process) == SIGKILL { tally.killed += 1 } else { tally.ended += 1 }
            }
            try await look(at: cache, for: written, &tally)
        }
        try await finish(site, home, cache, &tally)
        print(
            "\(tally.killed) programs killed, \(tally.ended) ended before that, \(processes) at a time on \(pages) pages "
                + "with \(tally.edits) edits, in \(Report.text(watch.milliseconds / 1000, .seconds)) (seed \(seed))"
        )
        print(
            "\(tally.reads) pages read, each whole and with its hash; \(tally.versions) versions, no faults")
    }

    /// After the kills later programs still work: each page is the server's, and the cache is intact.
    private func finish(
        _ site: LoadSite, _ home: SoakHome, _ cache: PageCache, _ tally: inout Tally
    ) async throws {
        for page in 0..<pages {
            guard try status(of: try start(page, site, home)) == 0 else {
                throw Failure("page \(page) cannot be fetched any more")
            }
        }
        _ = try home.command(["cache", "verify"]).run()
        let report = try await cache.verify()
        guard report.faults.isEmpty else { throw Failure("the cache has faults: \(report.faults)") }
        tally.versions = report.versions
    }

    /// Reads every page.
    private func look(at cache: PageCache, for written: [Set<String>], _ tally: inout Tally) async throws {
        for entry in try await cache.list() {
            guard let name = entry.url.split(separator: "/").last?.prefix(while: { $0 != "." }),
                let page = Int(name), written.indices.contains(page)
            else { throw Failure("\(entry.url) is none of the pages") }
            guard let stored = try await cache.load(entry.id) else { throw Failure("page \(page) is gone") }
            tally.reads += 1
            let sha1 = Hashes.nettle.sha1(stored.version.html)
            guard stored.notes.isEmpty else { throw Failure("page \(page): \(stored.notes)") }
            guard sha1 == stored.version.sha1, written[page].contains(sha1) else {
                throw Failure("page \(page), version \(stored.number), is no page that the server had")
            }
        }
        let report = try await cache.verify()
        guard report.faults.isEmpty else { throw Failure("the cache has faults: \(report.faults)") }
    }

    private func longest(_ site: LoadSite, _ home: SoakHome) throws -> Double {
        let watch = Stopwatch()
        for _ in 0..<2 {
            let running = try (0..<processes).map { try start($0 % pages, site, home) }
            for process in running {
                guard try status(of: process) == 0 else { throw Failure("sonic get does not work") }
            }
        }
        return watch.milliseconds / 2
    }

    private func start(_ page: Int, _ site: LoadSite, _ home: SoakHome) throws -> pid_t {
        try home.command(["get", "\(site.address)/\(page).html"]).start(
            input: open("/dev/null", O_RDONLY | O_CLOEXEC), output: open("/dev/null", O_WRONLY | O_CLOEXEC),
            errors: open("/dev/null", O_WRONLY | O_CLOEXEC), isTerminal: false)
    }

    /// The end of a process: the signal number, or 0 for success.
    private func status(of process: pid_t) throws -> CInt {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(call: "waitpid") }
        }
        return status
    }
}

/// The programs' cache folder; removed with this value.
private final class SoakHome {
    let path: String
    private let program: String

    init() throws {
        program = try Browser.sibling("sonic")
        var template = Array("/tmp/sonic-soak-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { cpty_remove_tree(path) }

    /// A run of `sonic` with this folder for all its files.
    func command(_ words: [String]) -> Command {
        Command(
            path: program, arguments: words,
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": path, "XDG_CACHE_HOME": path + "/cache",
                "XDG_STATE_HOME": path + "/state", "XDG_CONFIG_HOME": path + "/config",
            ])
    }
}
