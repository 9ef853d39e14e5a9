import Testing

@testable import PageLayout

/// Elements that are hidden from assistive technology, not from the page (WAI-ARIA 1.2 §6.6).
@Suite struct AriaHiddenTests {
    /// The text of a page, or what differs if it arrives byte by byte.
    private func dump(_ html: String) -> String {
        let texts = [1, 65_536].map { chunk in
            var dump = PageDump(width: 60, chunk: chunk)
            return String(decoding: dump.append(Array(html.utf8)) + dump.finish(), as: UTF8.self)
        }
        return texts[0] == texts[1] ? texts[0] : "differs by pieces: \(texts)"
    }

    @Test(arguments: [
        ("<p>Price <span aria-hidden=true>$12.99</span> each", "Price $12.99 each"),
        ("<p><a href=f><strong aria-hidden=true>3.1.</strong> Functions</a>", "3.1. Functions"),
        ("<p><b aria-hidden=true>3</b> Functions", "3 Functions"),
        ("<p><span aria-hidden=true>$</span>5 <span aria-hidden=true>★★★☆☆</span>", "$5 ★★★☆☆"),
        ("<button><span aria-hidden=true>4 like this</span></button>", "[ 4 like this ]"),
        ("<x-menu aria-hidden=true><ul><li>Home<li>News</ul></x-menu>", "  • Home\n  • News"),
        ("<p><span aria-hidden=true>Read <input size=3></span>", "Read [___]"),
        ("<p><span aria-hidden=true><img src=1.png alt='Front view'></span>", "[Front view]"),
        ("<label aria-hidden=true>Read <b><textarea cols=3></textarea></b></label>", "Read [___]"),
        ("<p><span aria-hidden=true>search</span> for <i aria-hidden=true>New</i>", "search for New"),
        ("<p>Now <i aria-hidden=true>free</i>", "Now free"),
        // Text that says the same, but is not shown or not beside it.
        ("<p><b aria-hidden=true>Buy</b><b hidden>Buy</b>", "Buy"),
        ("<p><b aria-hidden=true>Buy</b><b style='display:none'>Buy</b>", "Buy"),
        ("<p><b aria-hidden=true>Buy</b><b aria-hidden=true>Buy</b>", "BuyBuy"),
        ("<p><b aria-hidden=true>Buy</b> now or <b>buy</b>", "Buy now or buy"),
        ("<div>Buy</div><b aria-hidden=true>Buy</b><div>Buy</div>", "Buy\nBuy\nBuy"),
        ("<div><x-a style=display:block>Buy</x-a><x-b aria-hidden=true>Buy</x-b></div>", "Buy\nBuy"),
        ("<div><x-a aria-hidden=true>5</x-a><x-b class=sr-only><p>5</p></x-b></div>", "5\n\n5"),
        ("<p><b aria-hidden=true>$5</b><span class=sr-only></span>", "$5"),
        ("<pre><b aria-hidden=true>1</b>1\n</pre>", "11"),
    ])
    func `content is shown`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }

    @Test(arguments: [
        ("<p><i class=x aria-hidden=true></i>Home <span aria-hidden=true>\u{E001}</span>", "Home"),
        ("<p>Home <span aria-hidden=true> · </span><b aria-hidden=true>🔥</b> News", "Home News"),
        ("<p><span class=material-icons aria-hidden=true>arrow_back</span>Back", "Back"),
        ("<p>Home<iframe aria-hidden=true src=//a.example></iframe><input aria-hidden=true>", "Home"),
        ("<p><a href=/a title=Home><img aria-hidden=true src=1.png alt=Logo> </a>", "Home"),
        ("<p><button aria-labelledby=b></button><b aria-hidden=true id=b>Open menu</b>", "[ Open menu ]"),
        ("<p><b aria-hidden=true>9</b><i class=v-visible-sr>9 badges</i>", "9 badges"),
        ("<p><mat-icon aria-hidden=true>home</mat-icon> Start", "Start"),
        ("<p><i aria-hidden=true>expand_more</i> More", "More"),
        ("<p><span aria-hidden=true><svg><title>Up</title></svg></span>Up", "Up"),
        ("<button aria-label=Close><span aria-hidden=true>&times;</span></button>", "[ Close ]"),
        ("<p>Auto <span class=sr-only aria-hidden=true>, selected</span>", "Auto"),
        // What is said again beside it.
        ("<p><b aria-hidden=true>MENU</b> <!-- x --> Menu", "Menu"),
        ("<p>Menu<b aria-hidden=true> menu </b>", "Menu"),
        ("<p><b aria-hidden=true>4 \n items</b><b>4 items</b>", "4 items"),
        ("<div><x-a aria-hidden=true>4 items</x-a><!-- x --><x-b>4 items</x-b></div>", "4 items"),
        ("<p><b aria-hidden=true>12K</b><span class=sr-only>12 thousand</span>", "12 thousand"),
        ("<p><span class='a-offscreen'>$5.99</span><span aria-hidden=true>$<b>5</b>99</span>", "$5.99"),
        (
            "<p><s aria-hidden=true>$9</s> <b aria-hidden=true>$5</b> <i class=visuallyHidden>$5, was $9</i>",
            "$5, was $9"
        ),
    ])
    func `icons, signs and what is said again beside them are not shown`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }

    @Test func `without styles everything is shown`() {
        var dump = PageDump(width: 60, appliesStyles: false)
        let text = dump.append(Array("<p><i aria-hidden=true>menu</i> Menu".utf8)) + dump.finish()
        #expect(String(decoding: text, as: UTF8.self) == "menu Menu\n")
    }
}
