import Browser
import BrowserValues
import Chance
import Testing
import Workbench

/// When frames are drawn while rows of traffic arrive.
@Suite struct FrameScheduleTests {
    /// A change at a time in milliseconds, and the decision.
    private struct Step: CustomTestStringConvertible, Sendable {
        let time: Int
        let change: FrameSchedule.Change
        let decision: FrameSchedule.Decision

        init(_ time: Int, _ change: FrameSchedule.Change, _ decision: FrameSchedule.Decision) {
            self.time = time
            self.change = change
            self.decision = decision
        }

        var testDescription: String { "\(change) at \(time)" }
    }

    private static func wait(_ time: Int) -> FrameSchedule.Decision {
        .wait(until: .milliseconds(time))
    }

    private static let scripts: [(name: String, steps: [Step])] = [
        ("the first rows are drawn at once", [Step(5, .rows, .draw)]),
        (
            "further rows wait, for one time",
            [
                Step(5, .rows, .draw), Step(6, .rows, wait(105)), Step(7, .rows, .leave),
                Step(105, .nothing, .draw),
            ]
        ),
        (
            "rows after a pause are drawn at once",
            [Step(5, .rows, .draw), Step(105, .rows, .draw), Step(300, .rows, .draw)]
        ),
        (
            "rows that come when a frame is due bring it",
            [
                Step(5, .rows, .draw), Step(6, .rows, wait(105)), Step(106, .rows, .draw),
                Step(107, .nothing, .leave),
            ]
        ),
        (
            "a key is drawn at once, with the rows that wait",
            [
                Step(5, .rows, .draw), Step(6, .rows, wait(105)), Step(7, .other, .draw),
                Step(105, .nothing, .leave),
            ]
        ),
        (
            "a key's frame puts off none for rows",
            [Step(5, .rows, .draw), Step(100, .other, .draw), Step(105, .rows, .draw)]
        ),
        (
            "an alarm that comes early is set again",
            [
                Step(5, .rows, .draw), Step(6, .rows, wait(105)), Step(104, .nothing, wait(105)),
                Step(105, .nothing, .draw),
            ]
        ),
        (
            "keys are never waited with",
            [Step(5, .other, .draw), Step(5, .other, .draw), Step(6, .other, .draw)]
        ),
        ("nothing draws nothing", [Step(5, .nothing, .leave)]),
    ]

    @Test(arguments: scripts.indices)
    func `a frame is drawn at once or delayed`(index: Int) {
        let (name, steps) = Self.scripts[index]
        var schedule = FrameSchedule()
        for step in steps {
            let decision = schedule.decide(on: step.change, at: .milliseconds(step.time))
            #expect(decision == step.decision, "\(name): \(step.testDescription)")
        }
    }

    @Test(arguments: Seeds.of(64))
    func `rows alone draw at most ten frames a second, the last rows are drawn, and keys are not delayed`(
        seed: Int
    ) {
        var random = SeededGenerator(seed: UInt64(seed))
        let interval = FrameSchedule.interval
        var schedule = FrameSchedule()
        var now = Duration.zero
        var alarm: Duration?
        // Since when there are rows that no frame shows.
        var undrawn: Duration?
        var framesForRows: [Duration] = []
        func decide(on change: FrameSchedule.Change) {
            if change == .rows { undrawn = undrawn ?? now }
            switch schedule.decide(on: change, at: now) {
            case .draw:
                if change != .other { framesForRows.append(now) }
                undrawn = nil
            case .wait(let until): alarm = until
            case .leave: #expect(change != .other, "seed \(seed) at \(now)")
            }
            // A timer that is set fires by itself: without one, undrawn rows would stay undrawn.
            #expect(undrawn == nil || alarm != nil, "seed \(seed) at \(now)")
        }
        for _ in 0..<500 {
            // From bursts to pauses.
            let next = now + .microseconds(1 << Int.random(in: 0...18, using: &random))
            while let due = alarm, due <= next {
                // Sometimes the timer fires late, or early by this clock.
                now = max(now, due + .microseconds(Int.random(in: -20...20, using: &random)))
                alarm = nil
                decide(on: .nothing)
            }
            now = max(now, next)
            decide(on: Int.random(in: 0..<20, using: &random) == 0 ? .other : .rows)
            if let undrawn { #expect(now - undrawn <= interval, "seed \(seed) at \(now)") }
        }
        // Nothing else arrives: the last rows are drawn.
        while let due = alarm {
            now = max(now, due)
            alarm = nil
            decide(on: .nothing)
        }
        #expect(undrawn == nil, "seed \(seed)")
        for (frame, later) in zip(framesForRows, framesForRows.dropFirst()) {
            #expect(later - frame >= interval, "seed \(seed) at \(later)")
        }
        for (index, frame) in framesForRows.enumerated() {
            let second = framesForRows[index...].prefix { $0 < frame + .seconds(1) }
            #expect(second.count <= 10, "seed \(seed) at \(frame)")
        }
    }

    @Test func `rows of traffic can be delayed, but not intercepted, refused or ended exchanges`() throws {
        let rows: [TrafficNews] = [.added([.unreadable("no object")]), .dropped(3)]
        let rule = TrafficNews.interception(.ruleRemoved(1))
        let changes: [(TrafficEvent, FrameSchedule.Change)] = [
            (.news(rows, number: 1), .rows), (.news(rows + [rule], number: 1), .other),
            (.caughtUp(number: 1), .other), (.ended(nil, number: 1), .other),
        ]
        for (report, change) in changes { #expect(Event.traffic(report).change == change, "\(report)") }
        #expect(Event.timerFired(.notice).change == .other)
    }
}
