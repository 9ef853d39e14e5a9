import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// The messages of the bottom line.
struct TextDialogTests {
    @Test func `a failure has no end`() {
        var log = MessageLog()
        log.record(.failure("The disk is full."), at: .zero)
        #expect(log.end == nil)
    }

    @Test func `the number of messages is limited, and one that stays counts once`() {
        var log = MessageLog()
        for number in 0..<(MessageLog.limit + 2) { log.record(.news("\(number)"), at: .zero) }
        log.record(log.entries.last.map { .news($0.line.text) }, at: .seconds(1))
        log.record(.tally, at: .seconds(1))
        #expect(log.entries.count == MessageLog.limit && log.entries.first?.line.text == "2")
        #expect(log.entries.last?.moment == .zero)
    }
}
