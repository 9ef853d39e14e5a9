import CPty
import Chance
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// Programs that are killed while they store pages: `sonic-bench soak`.
///
/// Several real `sonic get` at a time fetch the same pages, which are edited meanwhile, and each is killed at a moment of
/// chance. After every round a reader looks at every page: it must be one that the server had, whole, with the hash that
/// was stored with it, and nothing may have been set aside.
struct SoakCommand {
    /// How many programs are killed before they end by themselves.
    var kills = 1000
    /// How many run at a time.
    var processes = 4
    /// How many pages they fetch: fewer than programs, so that they meet.
    var pages = 3
    /// What chance begins with.
    var seed = 1

    /// Reads the words behind `soak`; nil for wrong usage.
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

    /// What came of it so far.
    private struct Tally {
        var killed = 0
        var ended = 0
        var edits = 0
        var reads = 0
        var versions = 0
    }

    /// Runs and prints a line.
    /// - Throws: `Failure` where a page is not what it should be.
    func run() async throws {
        let site = try LoadSite()
        let home = try SoakHome()
        let cache = PageCache(root: home.path + "/cache/sonic", hashes: .nettle, now: CycleRuns.clocks.now)
        var chance = SeededGenerator(seed: UInt64(seed))
        var tally = Tally()
        var written: [Set<String>] = Array(repeating: [], count: pages)
        for page in 0..<pages { written[page].insert(site.sha1(page, data: 0, template: 0)) }
        let watch = Stopwatch()
        // How long one takes that nobody kills; the slowest of some that run together, as they will.
        let span = try longest(site, home)
        while tally.killed < kills {
            let running = try (0..<processes).map { _ in
                try start(Int.random(in: 0..<pages, using: &chance), site, home)
            }
            let page = Int.random(in: 0..<pages, using: &chance)
            tally.edits += 1
            // In every eighth edit the template is another one.
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

    /// Whatever programs leave behind, the next ones go on: each page comes as the server has it, and all is sound.
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

    /// How a process ended: the number of the signal, or 0 for a good end.
    private func status(of process: pid_t) throws -> CInt {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(call: "waitpid") }
        }
        return status
    }
}

/// The folder in which programs keep their pages; removed with this value.
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

    /// A run of `sonic` that keeps all it keeps here.
    func command(_ words: [String]) -> Command {
        Command(
            path: program, arguments: words,
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": path, "XDG_CACHE_HOME": path + "/cache",
                "XDG_STATE_HOME": path + "/state", "XDG_CONFIG_HOME": path + "/config",
            ])
    }
}
