import HTML
import Testing

/// Declarative shadow roots (HTML standard §13.2.6.4.4): the tree is the one that is displayed.
@Suite struct ShadowRootTests {
    @Test func `a parser of no page leaves shadow roots as they are sent`() {
        let html = "<x-a><template shadowrootmode=open>1</template>2</x-a>"
        #expect(outline(parse(Array(html.utf8))).contains("template"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `many and deep shadow roots take linear time`() {
        let one = "<x-a><template shadowrootmode=open><slot></slot><slot name=b>"
        let deep = String(repeating: one, count: 2000)
        let wide = String(repeating: one + "</template>1</x-a>", count: 20_000)
        #expect(!TreeText.of(wide, isXML: false, piece: 65_536).contains("template"))
        var parser = HTMLParser(isXML: false)
        parser.append(Array(deep.utf8))
        parser.finish()
        #expect(parser.document.nodeCount > 2000)
    }
}
