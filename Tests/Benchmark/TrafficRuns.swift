import Glibc

/// The traffic list of a HAR file with ten thousand entries.
enum TrafficRuns {
    private static let entries = 10_000
    /// The lowest page that fits in the list: each has four subresources below it.
    private static let lastRow = "/tides/2"

    static func run(_ place: Workplace, _ report: inout Report) throws {
        report.begin("The traffic of a HAR file of \(entries) entries, on a screen of 30 by 120")
        let path = place.path + "/traffic.har"
        let bytes = recording()
        try PagesCommand.write(bytes, to: path)
        var opened = Samples()
        for _ in 0..<5 {
            let watch = Stopwatch()
            let screen = try open(path, place)
            opened.add(try screen.wait(for: lastRow, since: watch))
        }
        report.add("the first rows, from the start of the program", opened.median, target: .most(1000))
        let watch = Stopwatch()
        let screen = try open(path, place)
        _ = try screen.wait(for: lastRow, since: watch)
        try walk(screen, "key to repaint, while sessions are read", &report)
        _ = try screen.momentsUntilIdle()
        report.add("until all sessions are read", watch.milliseconds, target: .none)
        try walk(screen, "key to repaint, once all is read", &report)
        let filtered = Stopwatch()
        screen.send("/body:wind-9999\r")
        report.add(
            "a filter that looks through all bodies", try screen.wait(for: " 1/\(entries),", since: filtered),
            target: .most(1000))
        // The file, its bodies once more, and the program itself.
        let bound = 64 + 8 * Double(bytes.count) / 1_048_576
        report.add("memory at most", try screen.peak() / 1_048_576, in: .mebibytes, target: .most(bound))
        report.note("the file has \(bytes.count / 1_048_576) MiB; the bound is eight times that and 64 MiB")
    }

    private static func open(_ path: String, _ place: Workplace) throws -> Screen {
        try Screen(place.command(place.sonic.path, ["traffic", path]), rows: 30, columns: 120)
    }

    private static func walk(_ screen: Screen, _ name: String, _ report: inout Report) throws {
        var times = Samples()
        let keys = ["j", "j", "\u{6}", "k", "G", "g", "j"]
        for index in 0..<100 {
            let watch = Stopwatch()
            screen.send(keys[index % keys.count])
            if let first = screen.moments(since: watch, quiet: 12, limit: 200).first { times.add(first.time) }
        }
        report.add(name + ", median", times.median, target: .most(10))
        report.add(name + ", 99 of 100", times.quantile(0.99), target: .none)
    }

    /// A browser's recording: every fifth entry is a page of 2 KB, the others are its subresources.
    private static func recording() -> [UInt8] {
        var entries: [String] = []
        for index in 0..<Self.entries {
            let page = index / 5
            let isPage = index % 5 == 0
            let url = "http://quay.example/" + (isPage ? "tides/\(page)" : "parts/\(index).css")
            let filler = String(repeating: "low water at ten, high water at four. ", count: isPage ? 50 : 10)
            let body =
                isPage
                ? "<title>Quay</title><p>\(filler)<b>wind-\(index)</b>" : "/* \(filler)wind-\(index) */"
            let type = isPage ? "text/html; charset=utf-8" : "text/css"
            let second = index / 10
            let time = [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
            entries.append(
                """
                {"pageref":"p\(page)","startedDateTime":"2026-11-20T\(time.joined(separator: ":")).\(index % 10)00Z","time":12.5,\
                "request":{"method":"GET","url":"\(url)","httpVersion":"HTTP/1.1","headers":[\
                {"name":"User-Agent","value":"Mozilla/5.0 (X11) Firefox/133.0"},{"name":"Accept","value":"*/*"}]},\
                "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[\
                {"name":"Content-Type","value":"\(type)"},{"name":"Cache-Control","value":"max-age=60"}],\
                "content":{"size":\(body.utf8.count),"mimeType":"\(type)","text":"\(body)"},"bodySize":\(body.utf8.count)},\
                "timings":{"send":0,"wait":10,"receive":2.5}}
                """)
        }
        return Array(
            "{\"log\":{\"version\":\"1.2\",\"entries\":[\n\(entries.joined(separator: ",\n"))\n]}}\n".utf8)
    }
}
