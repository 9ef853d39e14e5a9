import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

struct AddressLineTests {
    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func `a long list fits the screen`(columns: Int, rows: Int) {
        var stage = Stage(columns: columns, rows: rows)
        stage.kept = (0..<500).map {
            Stage.url("http://many.example/\($0)/中文/" + String(repeating: "x", count: 90))
        }
        stage.press("o")
        stage.type("many")
        for _ in 0..<40 {
            stage.press(.down)
            #expect(stage.text.contains("▸"))
        }
        for _ in 0..<41 { stage.press(.up) }
        #expect(stage.model.prompt?.editor.text == "many")
    }
}
