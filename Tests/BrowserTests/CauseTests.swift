import SonicProtocol
import Testing

@testable import Browser

/// Which page led to another, so that cookies of one site are not sent for what another causes.
@Suite struct CauseTests {
    /// A page of one site with a link to another.
    private static func loaded() -> Stage {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache("<p><a href=http://b.example/y>one</a>")
        stage.end(.allCached, "304")
        return stage
    }

    private static func causes(_ stage: Stage) -> [String?] {
        stage.effects.compactMap {
            if case .session(.open(let opening)) = $0 { opening.from?.href } else { nil }
        }
    }

    @Test func `an address that the reader names has no page before it`() {
        var stage = Self.loaded()
        stage.open("http://b.example/")
        #expect(Self.causes(stage) == [])
    }

    @Test func `a link names the page it stands on, and reloading repeats that`() {
        var stage = Self.loaded()
        stage.press(.tab, .enter)
        #expect(Self.causes(stage) == ["http://a.example/"])
        stage.readCache("<p>b")
        stage.end(.allCached, "304")
        stage.press("r")
        #expect(Self.causes(stage) == ["http://a.example/", "http://a.example/"])
    }

    @Test func `loading ahead names the page of the link`() {
        var stage = Self.loaded()
        stage.press(.tab, "P")
        #expect(
            stage.effects.last
                == .session(.preload(Stage.url("http://b.example/y"), from: Stage.url("http://a.example/"))))
    }
}
