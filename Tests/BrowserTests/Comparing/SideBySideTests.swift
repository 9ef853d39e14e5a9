import CellGrid
import SonicProtocol
import SonicSession
import Testing
import Workbench

@testable import Browser

/// Two exchanges side by side, on the screen.
@Suite struct SideBySideTests {
    private static let url = Stage.url("http://shop.example/")

    private func side(_ title: String, _ text: String) -> ExchangeSide {
        ExchangeSide(file: Array(text.utf8), at: Self.url, title: title)
    }

    @Test func `ten megabytes are compared during idle time`() {
        let half = String(repeating: String(repeating: "x", count: 99) + "\n", count: 50_000)
        var stage = Stage()
        stage.model.compare(
            side("one", half + "old\n" + half), with: side("two", half + "new\n" + half))
        _ = stage.model.update(.terminal(.keyPressed("j")))
        #expect(stage.model.hasIdleWork)
        stage.settle()
        #expect(stage.text.contains("50001+new␊"))
    }
}
