import HTML
import Testing

/// Declarative shadow roots (HTML standard §13.2.6.4.4): the tree is the one that is displayed.
@Suite struct ShadowRootTests {
    /// The content of the body of a page that is opened, whatever the size of the pieces it arrives in.
    private func body(_ html: String) -> String {
        let trees = [1000, 1].map { TreeText.of(html, isXML: false, piece: $0) }
        guard trees[0] == trees[1], let start = trees[0].firstIndex(of: ")") else {
            return "differs: \(trees)"
        }
        return String(trees[0][start...].dropFirst(7).dropLast(2))
    }

    @Test(arguments: [
        (
            "<x-a><template shadowrootmode=open>one<slot></slot>two</template><b>three</b></x-a>",
            "(x-a one(b three)two)"
        ),
        ("<div><template shadowrootmode=CLOSED>one<slot></slot></template> three</div>", "(div one three)"),
        // Slots by name, in the order of the shadow tree; the first of a name is filled.
        (
            """
            <x-a> <!-- x --> <template shadowrootmode=open><slot name=b></slot>|<slot></slot>|<slot name=b>no</slot>\
            </template>1<i slot=b>2</i><i slot=c>3</i>4<i slot=b>5</i></x-a>
            """, "(x-a   (i 2)(i 5)|14|no)"
        ),
        // The content of a slot that nothing fills.
        (
            "<x-a><template shadowrootmode=open><slot>no<slot name=b>thing</slot></slot></template></x-a>",
            "(x-a nothing)"
        ),
        (
            "<x-a><template shadowrootmode=open><slot>no<slot name=b></slot></slot></template><b slot=b>1</b></x-a>",
            "(x-a no(b 1))"
        ),
        ("<x-a><template shadowrootmode=open>one</template><b>two</b></x-a>", "(x-a one)"),
        // Hosts within shadow trees, and slots that are passed on.
        (
            """
            <x-a><template shadowrootmode=open><x-b><template shadowrootmode=open>[<slot></slot>]</template>\
            <slot></slot></x-b></template>1<x-b><template shadowrootmode=open>(<slot></slot></template>2</x-b></x-a>
            """, "(x-a (x-b [1(x-b (2)]))"
        ),
        (
            "<x-a><template shadowrootmode=open><template><slot></slot></template><slot></slot></template>1",
            "(x-a (template (slot))1)"
        ),
        ("<p><template shadowrootmode=open>1<slot></slot></template>2<div>3</div>", "(p 12)(div 3)"),
    ])
    func `a shadow tree is displayed, and the content of its host in its slots`(html: String, tree: String) {
        #expect(body(html) == tree)
    }

    @Test(arguments: [
        "<ul><template shadowrootmode=open>1</template>2</ul>",
        "<x-a><template shadowrootmode=no>1</template>2</x-a>",
        "<x-a><template>1</template>2</x-a>", "<x-a>0<template shadowrootmode=open>1</template>2</x-a>",
        "<xa><template shadowrootmode=open>1</template>2</xa>", "<template shadowrootmode=open>1</template>2",
    ])
    func `other templates stay`(html: String) {
        #expect(TreeText.of(html, isXML: false).contains("(template 1)"))
    }

    @Test func `the body of a page can be a host`() {
        #expect(body("<body><template shadowrootmode=open>1<slot></slot></template><p>2") == "1(p 2)")
    }

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
