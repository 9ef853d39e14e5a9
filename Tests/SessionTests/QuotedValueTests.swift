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
        #expect(
            result?.reason.words.contains(", template-change: False; ") == true,
            "\(result?.reason.words ?? "")")
        #expect(result?.findings.map(\.rule) == [.templateChangeOdd])
    }

    @Test(arguments: [
        ("FALSE", "; cache-offline: FALSE: no copy is stored"),
        (
            "HTTP",
            "; cache-offline: HTTP: no copy is stored, and Sonic is off for six hours, or until the page is forgotten"
        ),
        ("Store", "; cache-offline: Store: the new copy is stored, the screen stays"),
    ])
    func `the reason quotes cache-offline as received`(value: String, words: String) {
        let result = result(v1, Sample.full(other, offline: value))
        #expect(result?.reason.words.hasSuffix(words) == true, "\(result?.reason.words ?? "")")
        #expect(result?.findings.map(\.rule) == [.cacheOfflineUnknown])
    }

    @Test func `the no-store finding quotes cache-offline as received`() {
        let head = Sample.head(v1, offline: "True") + "\nCache-Control: no-store"
        let told = result(nil, .answer(head, body: v1))?.findings.last?.message
        #expect(told?.contains("forbids what cache-offline: True asks for") == true, "\(told ?? "")")
    }
}
