import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// A key that does nothing says why.
struct RefusalTests {
    private static let page = "<p><a href=/x>one</a>"

    private static func loaded(_ html: String = page) -> Stage {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.allCached, "status 304")
        return stage
    }

    @Test(arguments: Command.allCases)
    func `a disabled command says why above the keys and does nothing`(command: Command) throws {
        let binding = try #require(KeyTable.standard.binding(of: command))
        guard [.page, .panes, .everywhere].contains(binding.context) else { return }
        for start in [Stage(), Self.loaded("<p>no links"), Self.loaded()] {
            var stage = start
            guard let disabledReason = command.disabledReason(in: stage.model) else { continue }
            let (count, screen) = (stage.effects.count, stage.screen)
            let words = KeyTable.standard.namingKeys(disabledReason.rawValue)
            guard let key = binding.keys.first else {
                // The typed text stays, with the reason next to it.
                stage.press(":")
                stage.type(command.rawValue)
                stage.press(.enter)
                #expect(stage.text.contains(words) && stage.effects.count == count, "\(command)")
                continue
            }
            stage.press(key)
            #expect(stage.bottom.contains(words), "\(command)")
            var expected = screen
            expected[stage.bottomRow] = stage.bottom
            #expect(stage.effects.count == count && stage.screen == expected, "\(command)")
        }
    }

    @Test func `each reason can occur`() {
        var met: Set<DisabledReason> = []
        func note(_ stage: Stage) {
            for command in Command.allCases {
                if let why = command.disabledReason(in: stage.model) { met.insert(why) }
            }
        }
        var stage = Stage()
        note(stage)
        note(Self.loaded("<p>no links"))
        stage = Self.loaded()
        note(stage)
        stage.press("2")
        note(stage)
        stage = Self.loaded(String(repeating: "<p>x", count: 40) + "<p><a href=y>y</a>")
        note(stage)
        stage = Self.loaded("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->")
        stage.press("r")
        stage.readCache("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->")
        stage.update(
            from: "<!--sonicdiff-a-->x<!--sonicdiff-a-end-->", to: "<!--sonicdiff-a-->y<!--sonicdiff-a-end-->"
        )
        note(stage)
        stage.press("O")
        note(stage)
        stage = Self.loaded()
        stage.model.document?.origin.method = .post(PostBody([], contentType: "text/plain"))
        note(stage)
        stage = Self.loaded()
        stage.press("I")
        for view in "1234567".unicodeScalars {
            stage.press(.character(view))
            note(stage)
        }
        stage = Self.loaded("<p>new")
        stage.history = [2: "<p>old", 3: "<p>new"]
        stage.press("[")
        note(stage)
        stage = Self.loaded(Self.page + String(repeating: "<p>x", count: 80))
        stage.press(.tab, "G")
        stage.settle()
        note(stage)
        stage = Stage(choices: Choices { $0[Settings.numbers] = .ignore })
        stage.open("http://a.example/")
        stage.readCache("<p>Rain.</p>\n<p>3 readers</p>")
        stage.replace(with: "<p>Rain.</p>\n<p>4 readers</p>")
        stage.settle()
        note(stage)
        stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.end(.failed(.notStored), "only the cache was asked")
        note(stage)
        stage = Stage()
        stage.open("http://a.example/")
        stage.report(.pieceReceived(Array("<p>one".utf8)))
        note(stage)
        stage = Stage()
        stage.open("http://a.example/notes")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/plain")])
        stage.report(.pieceReceived(Array("notes".utf8)))
        stage.end(.plain(.notHTML), "the response is not HTML")
        note(stage)
        stage = Self.loaded("<p>short")
        stage.press(.alt("o"))
        note(stage)
        // These two are reported by the command line, which has its own history.
        #expect(met.union([.noEarlierLine, .noLaterLine]) == Set(Command.allCases.flatMap(\.reasons)))
    }
}
