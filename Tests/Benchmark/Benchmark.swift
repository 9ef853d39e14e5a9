import Glibc

/// Compares this program with others: `sonic-bench [GROUP…]`.
@main enum Benchmark {
    private static let groups = [
        "dump", "hostile", "screen", "traffic", "cache", "cycle", "serve", "update",
    ]

    private static let help = """
        usage: sonic-bench [GROUP…]     measure; the groups are dump, hostile, screen,
                                      traffic, cache, cycle, serve and update
               sonic-bench pages DIR    write the pages that are measured, to be looked at
               sonic-bench pace PORT COUNT SECONDS
                                      ask a server of this machine for page.html, COUNT times in SECONDS
               sonic-bench drain PORT   read what a sonic-server with --control tells of its traffic
               sonic-bench load [--clients N] [--seconds N] [--requests N] [--upgraded N] [--held SECONDS]
                                      many clients of sonic-server at once (200, for 60 seconds), two
                                      copies of a proxy behind nginx, and changed connections held
                                      (1000, for 600 seconds); the exit status is 1 when one of them did
                                      not get what was logged, or was lost
               sonic-bench soak [--kills N] [--processes N] [--pages N] [--seed N]
                                      programs killed while they store pages (1000, 4 at a time, 3 pages);
                                      the exit status is 1 when a page is not whole
               sonic-bench limits [--divisor N]
                                      pages and caches far beyond the usual size (docs/reference/limits.md); the exit
                                      status is 1 when something fails, hangs or takes too much memory

        Prints one row for each measurement: ours, the best of w3m, lynx, elinks and links2, and whether
        the target holds. A target that is missed is no failure: the exit status is 1 only when something
        could not be run, and 2 for wrong usage.
        """

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "--help"?, "-h"?: print(help)
            case "load"?:
                guard let load = LoadCommand(Array(words.dropFirst())) else {
                    print(help)
                    exit(2)
                }
                try await load.run()
            case "soak"?:
                guard let soak = SoakCommand(Array(words.dropFirst())) else {
                    print(help)
                    exit(2)
                }
                try await soak.run()
            case "limits"?:
                guard let limits = LimitsCommand(Array(words.dropFirst())) else {
                    print(help)
                    exit(2)
                }
                try await limits.run()
            case "pages"? where words.count == 2: try PagesCommand.run(words[1])
            case "pace"? where words.count == 4:
                guard let port = UInt16(words[1]), let count = Int(words[2]), let seconds = Int(words[3])
                else {
                    print(help)
                    exit(2)
                }
                try PaceCommand.run(port: port, count: count, seconds: seconds)
            case "drain"? where words.count == 2:
                guard let port = UInt16(words[1]) else {
                    print(help)
                    exit(2)
                }
                try PaceCommand.drain(port: port)
            case _ where words.allSatisfy(groups.contains):
                try await measure(words.isEmpty ? groups : words)
            default:
                print(help)
                exit(2)
            }
        } catch {
            print("sonic-bench: \(error)")
            exit(1)
        }
    }

    private static func measure(_ chosen: [String]) async throws {
        var report = Report()
        if chosen != ["update"] {
            let place = try Workplace()
            if chosen.contains("dump") { try DumpRuns.run(place, &report) }
            if chosen.contains("hostile") { try HostileRuns.run(place, &report) }
            if chosen.contains("screen") { try ScreenRuns.run(place, &report) }
            if chosen.contains("traffic") {
                try TrafficRuns.run(place, &report)
                try WatchRuns.run(place, &report)
            }
            if chosen.contains("cache") { try await CacheRuns.run(place, &report) }
            if chosen.contains("cycle") { try await CycleRuns.run(place, &report) }
            if chosen.contains("serve") { try ServeRuns.run(place, &report) }
        }
        // Last, since it increases the memory of this program.
        if chosen.contains("update") { try UpdateRuns.run(&report) }
        report.end()
    }
}
