import Glibc

/// Watching a running `sonic-server proxy`: its traffic list under load, and the cost of watching.
enum WatchRuns {
    private static let exchanges = 10_000
    private static let seconds = 60
    private static let rounds = 5
    private static let mebibyte = 1_048_576.0

    static func run(_ place: Workplace, _ report: inout Report) throws {
        let folder = place.path + "/watch"
        mkdir(folder, 0o700)
        try PagesCommand.write(PageWriter.friendly(20_000), to: folder + "/page.html")
        let nginx = try PlainServer.nginx(place, folder)
        try list(place, nginx, &report)
        try rates(place, nginx, &report)
    }

    /// A proxy in front of a server, with an empty log.
    private static func proxy(_ place: Workplace, _ nginx: PlainServer) throws -> RunningServer {
        try RunningServer(
            place.command(
                try Browser.sibling("sonic-server"),
                ["proxy", nginx.address, "--control", "--listen", "127.0.0.1:0"]),
            log: place.path + "/proxy.log")
    }

    // MARK: The list

    private static func list(_ place: Workplace, _ nginx: PlainServer, _ report: inout Report) throws {
        report.begin(
            "The list of a proxy's traffic, \(exchanges) pages of 20 KB in \(seconds) s, on a screen of 30 by 120"
        )
        let proxy = try proxy(place, nginx)
        let screen = try open(place, proxy)
        let load = try Assistant(["pace", proxy.port, "\(exchanges)", "\(seconds)"], place)
        _ = try screen.wait(for: "/page.html?number=30", since: Stopwatch())
        // The cursor stays where it was moved.
        screen.send("Fg")
        _ = screen.moments(since: Stopwatch(), quiet: 50, limit: 1000, atMost: 1000)
        var times = Samples()
        let keys = ["j", "j", "\u{6}", "j", "k", "G", "k", "g"]
        var index = 0
        while try load.isRunning() {
            let before = screen.row(with: mark)
            let watch = Stopwatch()
            screen.send(keys[index % keys.count])
            let time = screen.waitForChange(since: watch, limit: 1000) { $0.row(with: mark) != before }
            guard let time else { throw Failure("a key moved no cursor:\n\(screen.words)") }
            times.add(time)
            index += 1
            _ = screen.moments(since: Stopwatch(), quiet: 100, limit: 100, atMost: 100)
        }
        report.add("key to repaint, median", times.median, target: .most(10))
        report.add("key to repaint, 99 of 100", times.quantile(0.99), target: .none)
        report.add("key to repaint, at most", times.quantile(1), target: .none)
        _ = try screen.momentsUntilIdle()
        guard screen.words.contains(" \(exchanges), live ") else {
            throw Failure("not all exchanges were told:\n\(screen.words)")
        }
        report.add("memory at most", try screen.peak() / mebibyte, in: .mebibytes, target: .most(bound))
        report.note(
            "\(times.values.count) keys; the bound is 256 MiB of bodies and pages in the list, 64 MiB of what the client "
                + "holds, and 64 MiB")
    }

    private static let bound = 256.0 + 64 + 64
    private static let mark = "▸"

    private static func open(_ place: Workplace, _ proxy: RunningServer) throws -> Screen {
        let screen = try Screen(
            place.command(place.sonic.path, ["traffic", proxy.address + "/"]), rows: 30, columns: 120)
        _ = try screen.wait(for: "following", since: Stopwatch())
        return screen
    }

    // MARK: Cost

    private static func rates(_ place: Workplace, _ nginx: PlainServer, _ report: inout Report) throws {
        report.begin(
            "Requests a second through a proxy for a page of 20 KB, 32 connections that stay open",
            other: "beside")
        let proxy = try proxy(place, nginx)
        let address = proxy.address + "/page.html"
        var (alone, drained, listed) = (Samples(), Samples(), Samples())
        for _ in 0..<rounds {
            alone.add(try Wrk.rate("alone", address, in: place))
            drained.add(try rateWithReader(place, proxy))
            let screen = try open(place, proxy)
            listed.add(
                try Wrk.rate("with the list", address, in: place) {
                    _ = screen.moments(since: Stopwatch(), quiet: 10, limit: 10, atMost: 10)
                })
        }
        let beside = ("alone", alone.median)
        report.add(
            "with a reader that takes all", drained.median, in: .perSecond, beside: beside,
            target: .multiple(0.8))
        report.add(
            "with sonic traffic", listed.median, in: .perSecond, beside: beside, target: .multiple(0.8))
    }

    private static func rateWithReader(_ place: Workplace, _ proxy: RunningServer) throws -> Double {
        let reader = try Assistant(["drain", proxy.port], place)
        poll(nil, 0, 200)
        let rate = try Wrk.rate("with a reader", proxy.address + "/page.html", in: place)
        guard try reader.isRunning() else { throw Failure("the reader of the traffic ended") }
        return rate
    }
}
