import SonicProtocol

extension RuleID {
    /// Rules about the bytes of a page: its blocks and its title.
    public static let blockMisspelt = RuleID("block-misspelt"),
        blockUnclosed = RuleID("block-unclosed"),
        blockEndStray = RuleID("block-end-stray"),
        blockNested = RuleID("block-nested"),
        blockEmpty = RuleID("block-empty"),
        blockEndNameDiffers = RuleID("block-end-name-differs"),
        blockUnnamed = RuleID("block-unnamed"),
        blockNamedTitle = RuleID("block-named-title"),
        blockNameLost = RuleID("block-name-lost"),
        blockNamesDifferInCase = RuleID("block-names-differ-in-case"),
        blockVeryLong = RuleID("block-very-long"),
        blocksMissing = RuleID("blocks-missing"),
        titleMissing = RuleID("title-missing"),
        titleBroken = RuleID("title-broken"),
        titleUpperCase = RuleID("title-upper-case"),
        titleInBlock = RuleID("title-in-block"),
        titleSeveral = RuleID("title-several"),
        placeholderInPage = RuleID("placeholder-in-page"),
        pageNotUTF8 = RuleID("page-not-utf8"),
        replacedCharacters = RuleID("replaced-characters")
}

extension Rule {
    /// Problems in the bytes of a page: its blocks and its title (docs/reference/protocol.md#split).
    public static let page: [Rule] = [
        Rule(
            .blockMisspelt, .error, section: "split",
            evidence: "the page's bytes as received: a comment that is meant as a block and is not one",
            otherwise: "other comments and correctly spelt blocks are ignored",
            why:
                "A comment that is not spelt exactly as servers and clients search for it is not a block: "
                + "its text belongs to the template, and each change of it is a template change.",
            fix:
                "Write <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> without spaces, the name in "
                + "ASCII letters, digits and underscores."),
        Rule(
            .blockUnclosed, .error, section: "split",
            evidence: "the page's bytes as received: a start comment without an end",
            otherwise: "an end comment that was removed in between; the finding says where the start is",
            why: "Without an end comment there is no block: what follows belongs to the template.",
            fix: "Close it with <!--sonicdiff-NAME-end-->."),
        Rule(
            .blockEndStray, .warning, section: "split",
            evidence: "the page's bytes as received: an end comment without a start",
            otherwise: "a start comment that was removed in between; the finding says where the end is",
            why: "It stays in the template; usually its start comment is missing or misspelt.",
            fix: "Open the block with <!--sonicdiff-NAME-->, or remove the comment."),
        Rule(
            .blockNested, .error, section: "split",
            evidence: "the page's bytes as received: a start comment within a block",
            otherwise: "nothing: the first end comment ends the outer block",
            why: "Blocks do not nest: the outer one ends at the first end comment, the rest is template.",
            fix: "Close the outer block before the inner one, or omit one of them."),
        Rule(
            .blockEmpty, .error, section: "split",
            evidence: "the page's bytes as received: an end comment directly after its start",
            otherwise: "nothing: the block extends to the next end comment",
            why:
                "A block needs at least one byte of content; an empty one extends to the end of the next "
                + "block and swallows everything in between.",
            fix: "Write a space or a line end between the two comments."),
        Rule(
            .blockEndNameDiffers, .warning, section: "split",
            evidence: "the page's bytes as received: two names of one block",
            otherwise: "nothing: both names are in the page",
            why:
                "Servers use the name in the start comment, the iOS client the one in the end comment: "
                + "there the update finds no such block.",
            fix: "Give both comments the same name."),
        Rule(
            .blockUnnamed, .warning, section: "split",
            evidence: "the page's bytes as received: a block without a name",
            otherwise: "nothing: it is in the page",
            why:
                "Servers name such blocks differently ({} on PHP and Java, {auto0} on Node), and on PHP "
                + "and Java a second one replaces the first.",
            fix: "Name every block."),
        Rule(
            .blockDuplicate, .error, section: "split",
            evidence: "the page's bytes as received: two blocks with one name",
            otherwise: "nothing: both are in the page",
            why:
                "A server keeps one value for each name, so the update loses one of the blocks and its "
                + "hash cannot match: every update is refused, and the full page is sent.",
            fix: "Give every block a unique name."),
        Rule(
            .blockNamedTitle, .error, section: "split",
            evidence: "the page's bytes as received: a block named title",
            otherwise: "nothing: it is in the page",
            why: "{title} is the page's title: a block with this name replaces it, and the title is lost.",
            fix: "Rename the block."),
        Rule(
            .blockNameLost, .warning, section: "split",
            evidence: "the page's bytes as received: a block named __proto__",
            otherwise: "servers other than Node send it; the explanation says so",
            why: "A JavaScript object cannot have this key: on Node the block is missing from every update.",
            fix: "Rename the block."),
        Rule(
            .blockNamesDifferInCase, .warning, section: "split",
            evidence: "the page's bytes as received: two names that differ only in case",
            otherwise: "nothing: both are in the page",
            why: "Servers distinguish them, the iOS client does not: it inserts one block's data into both.",
            fix: "Use names that differ in more than case."),
        Rule(
            .blockVeryLong, .warning, section: "split",
            evidence: "the page's bytes as received: a block of more than 1,000,000 bytes",
            otherwise: "servers other than PHP split it; the explanation says so",
            why:
                "PHP's search fails in a block of about a million characters: it then sends the tag of an "
                + "empty template and an update without blocks.",
            fix: "Split it into several blocks."),
        Rule(
            .blocksMissing, .note, section: "split",
            evidence: "the page's bytes as received: no block",
            otherwise:
                "comments that were removed in between: reported if template-tag is a SHA-1, and not that "
                + "of the received template",
            why: "Without blocks all but the title is template: every change is a template change.",
            fix:
                "Put <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> around the parts that change. "
                + "If the server's page has them, find what removes comments in between."),
        Rule(
            .titleMissing, .note, section: "split",
            evidence: "the page's bytes as received: no title element",
            otherwise: "nothing: there is none",
            why: "Every update has data for the title, which are empty here.",
            fix: "Write a title element on one line."),
        Rule(
            .titleBroken, .warning, section: "split",
            evidence: "the page's bytes as received: a title element on several lines",
            otherwise: "nothing: it is in the page",
            why:
                "Servers find a title only if its start and end tags are on one line; this one belongs to "
                + "the template, and each change of it is a template change.",
            fix: "Write the title element on one line."),
        Rule(
            .titleUpperCase, .warning, section: "split",
            evidence: "the page's bytes as received: a title element in upper case",
            otherwise: "servers other than Java's accept it; the explanation says so",
            why:
                "The Java server finds the title in any case but cuts out only <title>: the title is then "
                + "in the data and in the template, and the merged page's hash does not match; Android "
                + "finds only <title>.",
            fix: "Write the tags in lower case."),
        Rule(
            .titleInBlock, .error, section: "split",
            evidence: "the page's bytes as received: the title within a block",
            otherwise: "nothing: it is in the page",
            why:
                "Servers cut out the title before the blocks, so the block's data contain the text "
                + "{title}; VasSonic's clients show it.",
            fix: "Keep the title out of blocks."),
        Rule(
            .titleSeveral, .warning, section: "split",
            evidence: "the page's bytes as received: two title elements",
            otherwise: "Node replaces only the first; the explanation says so",
            why:
                "PHP and Java replace every title element, those of SVG included, by {title}, while the "
                + "data contain only the first one: the merged page's hash does not match.",
            fix: "Use aria-label or desc in SVG, or keep one title on the page."),
        Rule(
            .placeholderInPage, .warning, section: "split",
            evidence: "the page's bytes as received: the text {name} of a block",
            otherwise: "nothing: VasSonic's clients search for this text",
            why:
                "VasSonic's clients insert data where the text {name} occurs, also in scripts and style "
                + "sheets; the page is corrupted, or its hash does not match.",
            fix: "Choose a block name for which {name} does not occur in the page."),
        Rule(
            .pageNotUTF8, .error, section: "update",
            evidence: "the page's bytes as received: they are not UTF-8",
            otherwise: "bytes that were changed in between: the advice begins with comparing",
            why:
                "An update is JSON, which is UTF-8: PHP sends an empty update for such a page, Node and "
                + "Java send damaged data whose hash does not match.",
            fix: ifSentSo("the page", "send the page in UTF-8.")),
        Rule(
            .replacedCharacters, .note, section: "update",
            evidence: "the page's bytes as received: U+FFFD, or bytes that are decoded to it as UTF-8",
            otherwise: "a page that has the character on purpose; pages in other encodings are not judged",
            why:
                "U+FFFD replaces bytes that could not be decoded; what they were is lost. They were "
                + "decoded with the wrong encoding: where the page's texts come from, on the server, or in "
                + "between. A page may also contain the character on purpose.",
            fix:
                "Compare the page with the bytes that the server sent, and those with their sources; "
                + "decode them in their actual encoding. Name one encoding, the same in Content-Type and "
                + "meta element."),
    ]
}
