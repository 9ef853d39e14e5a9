/// Pages printed as text: time and memory compared with the other programs.
enum DumpRuns {
    static func run(_ place: Workplace, _ report: inout Report) throws {
        report.begin("Page text on standard output")
        for size in PageSize.allCases {
            let rounds = [.small: 21, .middle: 11, .large: 5][size] ?? 5
            let costs = try costs(place, size, rounds: rounds)
            let times = costs.map { (name: $0.name, value: $0.times.median) }
            report.add("dump of \(size.name)", times[0].value, beside: fastest(times), target: .share(0.5))
            if size == .large {
                let memory = costs.map { (name: $0.name, value: $0.memory.median / 1_048_576) }
                report.add(
                    "dump of 10 MB, memory", memory[0].value, in: .mebibytes, beside: fastest(memory),
                    target: .less
                )
            }
            report.note(
                costs.map {
                    "\($0.name) \(Report.text($0.times.median, .milliseconds)), "
                        + Report.text($0.memory.median / 1_048_576, .mebibytes)
                }.joined(separator: "; "))
        }
    }

    /// The lowest of the numbers except the first, which is ours.
    static func fastest(_ numbers: [(name: String, value: Double)]) -> (name: String, value: Double)? {
        numbers.dropFirst().filter { $0.value.isFinite }.min { $0.value < $1.value }
    }

    private struct Costs {
        let name: String
        var times = Samples()
        var memory = Samples()
    }

    /// All browsers in turn, so that disturbances of the machine affect them alike.
    private static func costs(_ place: Workplace, _ size: PageSize, rounds: Int) throws -> [Costs] {
        var costs = place.all.map { Costs(name: $0.name) }
        for _ in 0..<rounds {
            for (index, browser) in place.all.enumerated() {
                let command = place.command(browser.path, browser.dump + [place.page(size)])
                let cost = try command.run(writing: place.path + "/dumped")
                costs[index].times.add(cost.milliseconds)
                costs[index].memory.add(cost.memory)
            }
        }
        return costs
    }
}

/// Pages written to be expensive, compared with a friendly one of the same size.
enum HostileRuns {
    static func run(_ place: Workplace, _ report: inout Report) throws {
        let tiny = try cost(place, "tiny", rounds: 9)
        let friendly = try cost(place, PageSize.middle.rawValue, rounds: 7)
        let memoryLimit = Double(10 * PageSize.middle.count) / 1_048_576
        report.begin(
            "Hostile pages of 1 MB: three times the time of a friendly one, and ten times the page of memory"
                + " beyond what a tiny page takes",
            other: "memory", ratio: "")
        report.note(
            "a tiny page: \(Report.text(tiny.time, .milliseconds)), \(tiny.memory) MiB; a friendly one: "
                + "\(Report.text(friendly.time, .milliseconds)), \(Report.text(friendly.memory - tiny.memory, .mebibytes)) more"
        )
        for page in HostilePages.all {
            let cost = try cost(place, page.name, rounds: 3)
            report.add(
                page.what, time: cost.time, most: 3 * friendly.time, memory: cost.memory - tiny.memory,
                most: memoryLimit)
        }
    }

    private static func cost(
        _ place: Workplace, _ page: String, rounds: Int
    ) throws -> (time: Double, memory: Double) {
        var times = Samples()
        var memory = Samples()
        let command = place.command(place.sonic.path, ["dump", "\(place.path)/\(page).html"])
        for _ in 0..<rounds {
            let cost = try command.run()
            times.add(cost.milliseconds)
            memory.add(cost.memory)
        }
        return (times.median, (memory.median / 1_048_576 * 10).rounded() / 10)
    }
}
