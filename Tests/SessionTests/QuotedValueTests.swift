import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Reasons quote headers as received.
@Suite struct QuotedValueTests {
    private func result(_ stored: String?, _ replies: Reply...) -> SessionResult? {
        var play = Play(stored: stored.map { Sample.stored($0) }, replies)
        _ = play.run()
        return play.result
    }

    @Test func `an update's reason quotes template-change as received`() {
        let head = Sample.head(v2, change: "False")
        let result = result(v1, .answer(head, body: Sample.update(v2)))
        #expect(result?.outcome == .dataUpdate)
        let told = result.map { CaseText.line($0.reason) } ?? ""
        #expect(told.contains("announcement: declared(False)"), "\(told)")
        #expect(result?.findings.map(\.rule) == [.templateChangeOdd])
    }

    @Test(arguments: [
        ("FALSE", "notStored"), ("HTTP", "sonicOff(seconds: 21600)"), ("Store", "screenStays"),
    ])
    func `the reason quotes cache-offline as received`(value: String, effect: String) {
        let result = result(v1, Sample.full(other, offline: value))
        let told = result.map { CaseText.line($0.reason) } ?? ""
        #expect(told.hasPrefix("cacheOffline(\(effect), [\(value)], of: "), "\(told)")
        #expect(result?.findings.map(\.rule) == [.cacheOfflineUnknown])
    }

    @Test func `the no-store finding quotes cache-offline as received`() {
        let head = Sample.head(v1, offline: "True") + "\nCache-Control: no-store"
        #expect(result(nil, .answer(head, body: v1))?.findings.last == .noStoreAgainstOffline(["True"]))
    }
}
