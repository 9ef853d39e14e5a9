import Browser
import SonicSession

@testable import BrowserValues

// A watch alone, without a screen.
extension Script {
    private static let runs: [String: WatchRun] = [
        "same": .same, "first": .first, "changed": .changed, "unreachable": .unreachable, "broken": .broken,
        "source": WatchRun(outcome: .dataUpdate, pageState: .changedInSource(["a"])),
    ]

    /// `watch SECONDS`, `watch SECONDS times NUMBER` or `watch SECONDS tolerance NUMBER` (a new watch); `run NAME SECONDS`
    /// (waits for the next run and ends it), `run NAME SECONDS wait SECONDS` (with a Retry-After); `watched EVENT`,
    /// `watched ended NAME`; `due` and `pass SECONDS` (the time).
    mutating func watch(_ verb: String, _ words: [String]) throws {
        func number(_ index: Int) -> Int64 { words.count > index ? Int64(words[index]) ?? 0 : 0 }
        func run(_ index: Int) throws -> WatchRun {
            guard words.count > index, let run = Self.runs[words[index]] else {
                throw Mistake(description: "no run: \(words)")
            }
            return run
        }
        switch verb {
        case "watch":
            let times = words.contains("times") ? Int(number(2)) : nil
            watched = WatchStage(
                every: .seconds(number(0)), times: times,
                tolerance: words.contains("tolerance") ? Int(number(2)) : 0)
        case "run":
            var ended = try run(0)
            if words.count > 2 { ended.wait = .seconds(number(3)) }
            let result = watched.run(ended, lasting: .seconds(number(1)))
            news.append("\(Self.words(result.news)), after \(Self.words(result.pause))")
        case "due": watched.now = watched.watch.due ?? .zero
        case "pass": watched.now += .seconds(number(0))
        case _ where words[0] == "timeCame":
            if watched.watch.timeCame(at: watched.now) { news.append("a run begins") }
        default:
            let events: [String: Watch.Event] = [
                "begunElsewhere": .begunElsewhere, "abandoned": .abandoned,
                "paused": .paused, "resumed": .resumed, "reconnected": .reconnected, "saved": .saved,
            ]
            let isEnd = words[0] == "ended"
            guard let event = isEnd ? .ended(try run(1)) : events[words[0]] else {
                throw Mistake(description: "no event: \(words)")
            }
            news += watched.watch.handle(event, at: watched.now).map { news in
                Self.words([news.kind])
                    + (news.unchanged > 0 ? ", \(news.unchanged) unchanged before" : "")
            }
        }
    }

    /// Answers `see news` (since the last time) and `see watch`.
    mutating func answer(ofWatch question: String) -> [String] {
        if question == "news" {
            defer { news = [] }
            return news.isEmpty ? ["none"] : news
        }
        let watch = watched.watch
        let state = "\(watch.state)".prefix { $0 != "(" }
        let due = watch.due.map { "due in \(Self.words($0 - watched.now))" } ?? "nothing due"
        return [
            "\(state), \(due)",
            "\(watch.unchanged) unchanged, \(watch.failures) failures"
                + (watch.isFailing ? ", failing" : "")
                + (watch.toleratesFailure ? ", tolerates another" : ""),
            "\(watch.tally.runs) runs, \(watch.tally.changes) changes, "
                + (watch.tally.sourceChanges > 0 ? "\(watch.tally.sourceChanges) in the source, " : "")
                + "\(watch.tally.unchanged) unchanged, "
                + "\(watch.tally.bytes) bytes, \(watch.runs.count) remembered",
        ]
    }

    private static func words(_ kinds: [WatchNews.Kind]) -> String {
        let told = kinds.map {
            switch $0 {
            case .begun: "begun"
            case .changed: "changed"
            case .failed(let next): "failed, next in \(words(next))"
            case .recovered(let failures, let lasted): "recovered from \(failures) after \(words(lasted))"
            }
        }
        return told.isEmpty ? "nothing" : told.joined(separator: "; ")
    }

    /// A time in whole seconds, or milliseconds below one, with a `>` if it is more.
    private static func words(_ time: Duration) -> String {
        let (seconds, rest) = time.components
        if seconds == 0, rest > 0 {
            return (rest % 1_000_000_000_000_000 > 0 ? ">" : "") + "\(rest / 1_000_000_000_000_000) ms"
        }
        return (rest > 0 ? ">" : "") + "\(seconds) s"
    }
}
