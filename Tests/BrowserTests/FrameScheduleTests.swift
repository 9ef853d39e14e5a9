import Browser
import BrowserValues
import Chance
import Testing
import Workbench

/// When frames are drawn while rows of traffic arrive.
@Suite struct FrameScheduleTests {
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
