import CPty
import Glibc
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// Many clients at once, each with its own connection and pages: `sonic-bench load`.
///
/// The outcome of each session is compared with the server's log of its request, and the server's memory is
/// watched. Then its table of connections is filled and emptied (`TableLoad`), two copies of a proxy serve one client
/// (`CopiesLoad`), and changed connections are held (`HeldLoad`).
struct LoadCommand {
    /// The number of clients.
    var clients = 200
    /// The duration.
    var seconds = 60
    /// The maximum number of pages that each opens.
    var requests = Int.max
    /// The number of connections that change to another protocol.
    var upgraded = 1000
    /// How long these are held, in seconds.
    var held = 600

    /// Parses the arguments after `load`; nil for wrong usage.
    init?(_ words: [String]) {
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
            switch name {
            case "--clients": clients = number
            case "--seconds": seconds = number
            case "--requests": requests = number
            case "--upgraded": upgraded = number
            case "--held": held = number
            default: return nil
            }
        }
    }

    /// The outcomes of one client.
    private struct Sightings: Sendable {
        var outcomes: [String] = []
        var sent = 0
        var complaint: String?
    }

    /// Runs and prints a table.
    /// - Throws: `Failure` if an outcome, a request or the memory is wrong.
    func run() async throws {
        let site = try LoadSite()
        let watch = Stopwatch()
        let (seen, memory) = try await withThrowingTaskGroup(of: (Int, Sightings)?.self) { group in
            for number in 0..<clients {
                group.addTask { (number, try await visit(site.address, as: number, since: watch)) }
            }
            var seen: [Int: Sightings] = [:]
            let edits = Task { try await edit(site, since: watch) }
            for try await (number, sightings) in group.compactMap({ $0 }) { seen[number] = sightings }
            edits.cancel()
            return (seen, try await edits.value)
        }
        let time = watch.milliseconds
        try tell(seen, memory, time, try site.finish())
        try TableLoad.run()
        try await CopiesLoad.run()
        try HeldLoad(count: upgraded, seconds: held).run()
    }

    /// Opens one page after another until the time is up.
    private func visit(_ address: String, as number: Int, since watch: Stopwatch) async throws -> Sightings {
        let engine = SessionEngine(
            connection: CurlConnection(), store: MemoryStore(), hashes: .nettle, clocks: CycleRuns.clocks)
        var seen = Sightings()
        while seen.outcomes.count < requests, watch.milliseconds < Double(seconds) * 1000 {
            let page = (number * 7 + seen.outcomes.count * (number % 3)) % LoadSite.pages
            guard let url = WebURL("\(address)/\(page).html?client=\(number)") else {
                throw Failure("\(address) is no address")
            }
            let order = SessionOrder(url: url, headers: RequestHeaders(product: "sonic-bench"))
            let result = await engine.open(order).result { event in
                if case .requestSent = event { seen.sent += 1 }
            }
            seen.outcomes.append(Self.name(of: result?.outcome))
            if seen.sent != seen.outcomes.count, seen.complaint == nil {
                seen.complaint = result?.reason.words
            }
        }
        return seen
    }

    /// Edits a page at intervals, every eighth time its template, too; returns samples of the server's memory.
    private func edit(_ site: LoadSite, since watch: Stopwatch) async throws -> [Double] {
        var memory: [Double] = []
        var count = 0
        repeat {
            memory.append(try site.memory())
            count += 1
            try site.edit(count % LoadSite.pages, data: count, template: count / (8 * LoadSite.pages))
            // The sleep sets the pace of the edits; cancelling ends it.
            try? await Task.sleep(for: .milliseconds(50))
        } while !Task.isCancelled
        return memory
    }

    private func tell(
        _ seen: [Int: Sightings], _ memory: [Double], _ time: Double, _ log: LoadLog
    ) throws {
        let count = seen.values.reduce(0) { $0 + $1.outcomes.count }
        var kinds: [String: Int] = [:]
        for outcome in seen.values.flatMap(\.outcomes) { kinds[outcome, default: 0] += 1 }
        print(
            "\(clients) clients, \(Report.text(time / 1000, .seconds)), \(count) requests,", terminator: " ")
        print("\(Int(Double(count) / time * 1000)) a second: ", terminator: "")
        print(kinds.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        // Not the very last one: by then most clients have disconnected.
        let points = [1, 5, 9].map { memory[memory.count * $0 / 10] / 1_048_576 }
        let figures = points.map { Report.text($0, .mebibytes) }
        print(
            "the server's memory: \(figures[0]) after a tenth, \(figures[1]) halfway, \(figures[2]) after nine tenths"
        )
        let odd = kinds.keys.filter { !Self.names.contains($0) }
        guard odd.isEmpty else { throw Failure("sessions ended with \(odd.joined(separator: ", "))") }
        for (number, sightings) in seen {
            if let complaint = sightings.complaint {
                throw Failure("client \(number) sent \(sightings.sent) requests: \(complaint)")
            }
            let logged = log.outcomes[number] ?? []
            guard logged == sightings.outcomes else {
                let place = zip(logged, sightings.outcomes).prefix { $0 == $1 }.count
                throw Failure(
                    "client \(number) saw \(sightings.outcomes.dropFirst(place).first ?? "nothing") at its request "
                        + "\(place + 1), the server logged \(logged.dropFirst(place).first ?? "nothing")")
            }
        }
        guard log.count == count else { throw Failure("the server logged \(log.count) requests") }
        print("the server logged the same outcomes")
        // A sanitizer delays the release of freed memory.
        guard points[2] <= points[1] + 2 || cpty_has_sanitizer() else {
            throw Failure("the server's memory grows")
        }
    }

    private static let names = ["firstLoad", "allCached", "dataUpdate", "templateChange"]

    /// An outcome's name as in the server's log; for outcomes without Sonic a longer description.
    static func name(of outcome: Outcome?) -> String {
        switch outcome {
        case .firstLoad: names[0]
        case .allCached: names[1]
        case .dataUpdate: names[2]
        case .templateChange: names[3]
        case .plain, .fresh, .offline, .failed, nil: outcome.map { "\($0)" } ?? "nothing"
        }
    }
}
