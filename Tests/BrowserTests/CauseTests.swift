import SonicProtocol
import Testing

@testable import Browser

/// Which page started a request, so that no cookies are sent for requests caused by another site.
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
            if case .open(let opening) = $0 { opening.from?.href } else { nil }
        }
    }

    @Test func `an address entered by the user has no initiator`() {
        var stage = Self.loaded()
        stage.open("http://b.example/")
        #expect(Self.causes(stage) == [])
    }

    @Test func `a link's initiator is its page, and a reload repeats it`() {
        var stage = Self.loaded()
        stage.press(.tab, .enter)
        #expect(Self.causes(stage) == ["http://a.example/"])
        stage.readCache("<p>b")
        stage.end(.allCached, "304")
        stage.press("r")
        #expect(Self.causes(stage) == ["http://a.example/", "http://a.example/"])
    }

    @Test func `prefetching has the link's page as initiator`() {
        var stage = Self.loaded()
        stage.press(.tab, "P")
        #expect(
            stage.effects.last
                == .preload(Stage.url("http://b.example/y"), from: Stage.url("http://a.example/")))
    }
}
