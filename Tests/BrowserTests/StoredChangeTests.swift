import SonicSession
import Testing

@testable import Browser

/// `cache-offline: store`: the page stays, and the changes in the stored copy are shown.
@Suite struct StoredChangeTests {
    private static let old = "<title>Quay</title><!--sonicdiff-t--><p>High at 8<!--sonicdiff-t-end--><p>Same"
    private static let new = old.replacing("High at 8", with: "High at 9")

    private func stage(_ newer: String) -> Stage {
        var stage = Stage(columns: 160, rows: 40)
        stage.open("http://quay.example/")
        stage.readCache(Self.old)
        stage.settle()
        stage.ask(200)
        stage.report(.learnt(.pageKnown(Array(newer.utf8))))
        stage.report(.newerCopyStored)
        stage.end(.dataUpdate, "updated", changed: ["t"], storage: .stored(number: 4))
        stage.settle()
        return stage
    }

    @Test func `the change of a stored copy that is not shown is in the diff, not on the page`() {
        let stage = stage(Self.new)
        #expect(stage.model.document?.bytes == Array(Self.old.utf8))
        #expect(stage.model.document?.latest.changes.isEmpty == true)
        let changes = stage.model.visit?.storedChanges ?? []
        let told = DiffText(changes: changes, visit: stage.model.visit, width: 100).lines.map(\.text)
        #expect(told.first?.contains("Changes in the stored copy") == true, "\(told)")
        #expect(told.contains { $0.contains("± High at 8 → 9") }, "\(told)")
    }

    @Test func `a stored copy equal to the page has no changes`() {
        #expect(stage(Self.old).model.visit?.storedChanges == [])
    }
}
