import SonicProtocol

extension Rule {
    /// Problems in the bytes of a page: its blocks and its title (docs/reference/protocol.md#split).
    public static let page: [Rule] = [
        Rule(
            .blockMisspelt, .error, section: "split",
            why: """
                A comment that is not spelt exactly as servers and clients search for it is not a block: \
                its text belongs to the template, and each change of it is a template change.
                """,
            fix: """
                Write <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> without spaces, the name in \
                ASCII letters, digits and underscores.
                """),
        Rule(
            .blockUnclosed, .error, section: "split",
            why: """
                Without an end comment there is no block: everything after the start comment belongs to \
                the template.
                """,
            fix: "Close it with <!--sonicdiff-NAME-end-->."),
        Rule(
            .blockEndStray, .warning, section: "split",
            why: """
                An end comment without a start comment stays in the template; usually the start comment \
                is missing or misspelt.
                """,
            fix: "Open the block with <!--sonicdiff-NAME-->, or remove the comment."),
        Rule(
            .blockNested, .error, section: "split",
            why: """
                Blocks do not nest: the outer one ends at the first end comment, and what follows belongs to the \
                template.
                """,
            fix: "Close the outer block before the inner one, or omit one of them."),
        Rule(
            .blockEmpty, .error, section: "split",
            why: """
                A block needs at least one byte of content; an empty one extends to the end of the next \
                block and swallows everything in between.
                """,
            fix: "Write a space or a line end between the two comments."),
        Rule(
            .blockEndNameDiffers, .warning, section: "split",
            why: """
                Servers use the name in the start comment, the iOS client the one in the end comment: \
                there the update finds no such block.
                """,
            fix: "Give both comments the same name."),
        Rule(
            .blockUnnamed, .warning, section: "split",
            why: """
                Servers name such blocks differently ({} on PHP and Java, {auto0} on Node), and on PHP \
                and Java a second one replaces the first.
                """,
            fix: "Name every block."),
        Rule(
            .blockDuplicate, .error, section: "split",
            why: """
                A server keeps one value for each name, so the update loses one of the blocks and its \
                hash cannot match: every update is refused, and the full page is sent.
                """,
            fix: "Give every block a unique name."),
        Rule(
            .blockNamedTitle, .error, section: "split",
            why: """
                {title} is the page's title; a block with this name replaces it in the data, and the \
                title is lost.
                """,
            fix: "Rename the block."),
        Rule(
            .blockNameLost, .warning, section: "split",
            why: """
                A JavaScript object cannot have this key: on Node the block is missing from every \
                update.
                """,
            fix: "Rename the block."),
        Rule(
            .blockNamesDifferInCase, .warning, section: "split",
            why: """
                Servers distinguish the names, the iOS client does not: it inserts one block's data into \
                both.
                """,
            fix: "Use names that differ in more than case."),
        Rule(
            .blockVeryLong, .warning, section: "split",
            why: """
                PHP's search fails in a block of about a million characters: it then sends the tag of an \
                empty template and an update without blocks.
                """,
            fix: "Split it into several blocks."),
        Rule(
            .blocksMissing, .note, section: "split",
            why: """
                Without blocks the whole page except the title is template: every change is a template \
                change.
                """,
            fix: """
                Put <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> around the parts that change. If \
                the server's page has them, find what removes comments in between.
                """),
        Rule(
            .titleMissing, .note, section: "split",
            why: "Every update has data for the title, which are empty here.",
            fix: "Write a title element on one line."),
        Rule(
            .titleBroken, .warning, section: "split",
            why: """
                Servers find a title only if its start and end tags are on one line; this one belongs to \
                the template, and each change of it is a template change.
                """,
            fix: "Write the title element on one line."),
        Rule(
            .titleUpperCase, .warning, section: "split",
            why: """
                The Java server finds the title in any case but cuts out only <title>: the title is then \
                in the data and in the template, and the merged page's hash does not match; Android \
                finds only <title>.
                """,
            fix: "Write the tags in lower case."),
        Rule(
            .titleInBlock, .error, section: "split",
            why: """
                Servers cut out the title before the blocks, so the block's data contain the text \
                {title}; VasSonic's clients show it.
                """,
            fix: "Keep the title out of blocks."),
        Rule(
            .titleSeveral, .warning, section: "split",
            why: """
                PHP and Java replace every title element, those of SVG included, by {title}, while the \
                data contain only the first one: the merged page's hash does not match.
                """,
            fix: "Use aria-label or desc in SVG, or keep one title on the page."),
        Rule(
            .placeholderInPage, .warning, section: "split",
            why: """
                VasSonic's clients insert data where the text {name} occurs, also in scripts and style \
                sheets; the page is corrupted, or its hash does not match.
                """,
            fix: "Choose a block name for which {name} does not occur in the page."),
        Rule(
            .pageNotUTF8, .error, section: "update",
            why: """
                An update is JSON, which is UTF-8: PHP sends an empty update for such a page, Node and \
                Java send damaged data whose hash does not match.
                """,
            fix: """
                Compare the page with the bytes that the server sent. If they are equal, send the page \
                in UTF-8.
                """),
        Rule(
            .replacedCharacters, .note, section: "update",
            why: """
                U+FFFD replaces bytes that could not be decoded; what they were is lost. They were \
                decoded with the wrong encoding: where the page's texts come from, on the server, or in \
                between. A page may also contain the character on purpose.
                """,
            fix: """
                Compare the page with the bytes that the server sent, and those with their sources; \
                decode them in their actual encoding. Name one encoding, the same in Content-Type and \
                meta element.
                """),
    ]
}
