import Chance
import SonicProxy
import Testing

@Suite struct BlocksFileTests {
    private static func names(_ file: String, _ path: String) -> [String] {
        BlocksFile(Array(file.utf8)).blocks(at: path).map(\.name)
    }

    private static let file = """
        # The whole site
        clock = #clock
          menu=nav > ul.menu

        [/news/*]
        list = main ul, main ol
        clock = .time\r
        [ *.html ]
        late = p[data-x="a=b"]
        """

    @Test func `lines apply to pages with a matching path, and the last line for a name counts`() {
        #expect(BlocksFile(Array(Self.file.utf8)).mistakes == [])
        #expect(Self.names(Self.file, "/") == ["clock", "menu"])
        #expect(Self.names(Self.file, "/news/1") == ["menu", "list", "clock"])
        #expect(Self.names(Self.file, "/news/a.html") == ["menu", "list", "clock", "late"])
        #expect(Self.names(Self.file, "/news") == ["clock", "menu"])
    }

    @Test func `other lines remain valid despite an error`() {
        #expect(Self.names("oops\nb = p", "/") == ["b"])
        #expect(Self.names("autobahn = p", "/") == ["autobahn"])
        #expect(Self.names("[*]\na = p\n[/b]\na = q", "/b") == ["a"])
    }

    @Test func `arbitrary bytes are parsed without a crash`() {
        var chance = SeededGenerator(seed: 7)
        let letters = Array("a=.#[]*/ \n\r{}>:\u{0}ä\"".utf8)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0..<60, using: &chance)).map { _ in
                letters.randomElement(using: &chance) ?? 0
            }
            let file = BlocksFile(bytes)
            for mistake in file.mistakes { #expect(mistake.line >= 1 && mistake.column >= 1) }
            _ = file.blocks(at: "/a")
        }
    }
}
