/// The display on a terminal, and its latency.
enum ScreenRuns {
    static func run(_ place: Workplace, _ report: inout Report) throws {
        report.begin("First paint, from the start of the program to the first heading on the screen")
        let small = try firstPaints(place, .small, rounds: 15)
        let large = try firstPaints(place, .large, rounds: 5)
        let links = small.first { $0.name == "links2" }
        report.add("a cached page of 10 KB", small[0].value, beside: links, target: .share(0.5))
        report.add("a cached page of 10 MB", large[0].value, beside: DumpRuns.fastest(large), target: .none)
        report.add("that is more than the small one", large[0].value - small[0].value, target: .most(4))
        for (size, paints) in [(PageSize.small, small), (.large, large)] {
            report.note(
                size.name + ": "
                    + paints.map { "\($0.name) \(Report.text($0.value, .milliseconds))" }.joined(
                        separator: "; "))
        }

        report.begin("A page of 10 MB on the screen")
        try resizes(place, &report)
        try keys(place, &report)
        try ends(place, &report)
        try idles(place, &report)
    }

    private static func firstPaints(
        _ place: Workplace, _ size: PageSize, rounds: Int
    ) throws -> [(name: String, value: Double)] {
        let commands = try place.all.map { try place.showing(size, in: $0) }
        var times = place.all.map { _ in Samples() }
        for _ in 0..<rounds {
            for (index, command) in commands.enumerated() {
                let watch = Stopwatch()
                let screen = try Screen(command)
                times[index].add(try screen.wait(for: PageWriter.firstHeading, since: watch))
            }
        }
        return zip(place.all, times).map { ($0.name, $1.median) }
    }

    /// A large page on a screen, laid out and idle.
    private static func openLarge(_ place: Workplace, in browser: Browser) throws -> Screen {
        let screen = try Screen(try place.showing(.large, in: browser))
        _ = try screen.wait(for: PageWriter.firstHeading, since: Stopwatch())
        try screen.momentsUntilIdle()
        return screen
    }

    private static func resizes(_ place: Workplace, _ report: inout Report) throws {
        var rows: [String: [(name: String, value: Double)]] = [:]
        for browser in place.all where browser.name == "sonic" || browser.name == "links2" {
            let screen = try openLarge(place, in: browser)
            rows["top", default: []].append((browser.name, try resize(screen, furtherBy: 0)))
            screen.send(browser.end)
            try screen.momentsUntilIdle()
            rows["end", default: []].append((browser.name, try resize(screen, furtherBy: 7)))
        }
        for (name, key) in [("resize, at the top", "top"), ("resize, at the end", "end")] {
            guard let row = rows[key], let ours = row.first else { continue }
            report.add(name, ours.value, beside: DumpRuns.fastest(row), target: .most(20))
        }
    }

    private static func resize(_ screen: Screen, furtherBy columns: CInt) throws -> Double {
        var times = Samples()
        for round in 0..<6 {
            // Another width every time: some programs cache the lines of earlier widths.
            let width = columns + CInt(round % 2 == 0 ? 100 - round : 80 + round)
            let watch = Stopwatch()
            screen.resize(rows: round % 2 == 0 ? 30 : 24, columns: width)
            if let time = Screen.settled(try screen.momentsUntilIdle(since: watch)) { times.add(time) }
        }
        return times.median
    }

    private static func keys(_ place: Workplace, _ report: inout Report) throws {
        var medians: [(name: String, value: Double)] = []
        var tails: [(name: String, value: Double)] = []
        for browser in place.all {
            let screen = try openLarge(place, in: browser)
            var times = Samples()
            for index in 0..<(browser.name == place.sonic.name ? 200 : 60) {
                // Two screens down for each screen up, so that the keys move through the page.
                let key = index % 7 == 5 ? 2 : index % 7 == 6 ? 0 : index % 7
                let watch = Stopwatch()
                screen.send(browser.keys[key])
                if let last = screen.moments(since: watch, quiet: 12, limit: 200).last {
                    times.add(last.time)
                }
            }
            medians.append((browser.name, times.median))
            tails.append((browser.name, times.quantile(0.99)))
        }
        report.add(
            "key to repaint, median", medians[0].value, beside: DumpRuns.fastest(medians), target: .most(1))
        report.add(
            "key to repaint, 99 of 100", tails[0].value, beside: DumpRuns.fastest(tails), target: .most(5))
    }

    private static func ends(_ place: Workplace, _ report: inout Report) throws {
        var times = Samples()
        for _ in 0..<5 {
            let screen = try Screen(try place.showing(.large, in: place.sonic))
            _ = try screen.wait(for: PageWriter.firstHeading, since: Stopwatch())
            let watch = Stopwatch()
            screen.send(place.sonic.end)
            times.add(try screen.wait(for: PageWriter.lastWords, since: watch))
        }
        report.add("the first G, right after the first paint", times.median, target: .most(60))
    }

    private static func idles(_ place: Workplace, _ report: inout Report) throws {
        let screen = try openLarge(place, in: place.sonic)
        let before = try screen.ticks()
        let moments = screen.moments(since: Stopwatch(), quiet: 3000, limit: 3000)
        guard moments.isEmpty else { throw Failure("an idle screen was painted") }
        report.add(
            "processor time of 3 s idle", Double(try screen.ticks() - before), in: .ticks, target: .most(0))
    }
}
