import SonicProtocol

extension Rule {
    /// What may be wrong with the bytes of a page: where blocks and title stand (docs/reference/protocol.md#split).
    public static let page: [Rule] = [
        Rule(
            .blockMisspelt, .error, section: "split",
            why: """
                A comment that is not spelt exactly as servers and clients search for it is no block: its text \
                belongs to the template, and each change of it is a template change.
                """,
            fix: """
                Write <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> without blanks, the name in ASCII \
                letters, digits and underscores.
                """),
        Rule(
            .blockUnclosed, .error, section: "split",
            why: "A block without an end comment is none: all behind it belongs to the template.",
            fix: "Close it with <!--sonicdiff-NAME-end-->."),
        Rule(
            .blockEndStray, .warning, section: "split",
            why: """
                An end comment that closes nothing stays in the template; mostly the start comment is missing or \
                spelt otherwise.
                """,
            fix: "Open the block with <!--sonicdiff-NAME-->, or remove the comment."),
        Rule(
            .blockNested, .error, section: "split",
            why: """
                Blocks do not nest: the outer one ends at the first end comment, and what follows belongs to the \
                template.
                """,
            fix: "Close the outer block before the inner one, or leave one of them out."),
        Rule(
            .blockEmpty, .error, section: "split",
            why: """
                A block needs one byte of content at least; an empty one reaches to the end of the next block \
                and swallows what is between.
                """,
            fix: "Write a blank or a line end between the two comments."),
        Rule(
            .blockEndNameDiffers, .warning, section: "split",
            why: """
                Servers take the name of the start comment, the iOS client that of the end comment: there the \
                update finds no such block.
                """,
            fix: "Give both comments the same name."),
        Rule(
            .blockUnnamed, .warning, section: "split",
            why: """
                Servers name such blocks differently ({} on PHP and Java, {auto0} on Node), and on PHP and Java \
                a second one takes the first one's place.
                """,
            fix: "Name every block."),
        Rule(
            .blockDuplicate, .error, section: "split",
            why: """
                A server keeps one value for each name, so the update loses one of the blocks and its hash \
                cannot hold: every update is refused, and the page comes whole.
                """,
            fix: "Give every block a name of its own."),
        Rule(
            .blockNamedTitle, .error, section: "split",
            why: """
                {title} is the page's title; a block of this name takes its place in the data, and the title is \
                lost.
                """,
            fix: "Name the block otherwise."),
        Rule(
            .blockNameLost, .warning, section: "split",
            why: """
                JavaScript keeps no such key in an object: on Node the block is missing from every update.
                """,
            fix: "Name the block otherwise."),
        Rule(
            .blockNamesDifferInCase, .warning, section: "split",
            why: """
                Servers tell the names apart, the iOS client does not: it puts one block's data into both.
                """,
            fix: "Use names that differ in more than upper and lower case."),
        Rule(
            .blockVeryLong, .warning, section: "split",
            why: """
                PHP's search gives up in a block of about a million characters: it then sends the tag of an \
                empty template and an update without blocks.
                """,
            fix: "Cut it into several blocks."),
        Rule(
            .blocksMissing, .note, section: "split",
            why: """
                Without a block the whole page but the title is template: every change is a template change.
                """,
            fix: """
                Put <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> around what changes; where the server's \
                page has them, see what removes comments on the way.
                """),
        Rule(
            .titleMissing, .note, section: "split",
            why: "The data of every update name the title, empty here.",
            fix: "Write a title element on one line."),
        Rule(
            .titleBroken, .warning, section: "split",
            why: """
                Servers find a title only where start and end tag stand on one line; this one belongs to the \
                template, and each change of it is a template change.
                """,
            fix: "Write the title element on one line."),
        Rule(
            .titleUpperCase, .warning, section: "split",
            why: """
                The Java server finds the title in any case but cuts only <title>: it then stands in data and \
                template, and the merged page's hash fails; Android finds only <title>.
                """,
            fix: "Write the tags in lower case."),
        Rule(
            .titleInBlock, .error, section: "split",
            why: """
                Servers cut the title before the blocks, so the block's data hold the text {title}; the phones \
                show it.
                """,
            fix: "Keep the title out of blocks."),
        Rule(
            .titleSeveral, .warning, section: "split",
            why: """
                PHP and Java replace every title element, those of SVG included, by {title}, while the data hold \
                the first one only: the merged page's hash fails.
                """,
            fix: "Use aria-label or desc in SVG, or have one title on the page."),
        Rule(
            .placeholderInPage, .warning, section: "split",
            why: """
                The phones put data where the text {name} stands, also in scripts and style sheets; the page is \
                spoiled, or its hash fails.
                """,
            fix: "Name the block so that {name} is nowhere in the page."),
        Rule(
            .pageNotUTF8, .error, section: "update",
            why: """
                An update is JSON, which is UTF-8: PHP sends an empty update for such a page, Node and Java send \
                damaged data whose hash fails.
                """,
            fix: """
                Compare the page with the bytes that the server sent. Where they are equal, send the page in \
                UTF-8.
                """),
        Rule(
            .replacedCharacters, .note, section: "update",
            why: """
                U+FFFD stands for bytes that somebody could not read as characters; what they were is lost. They \
                were read in another encoding than they were in: where the page's texts come from, on the server \
                or on the way. A page may also mean the sign itself.
                """,
            fix: """
                Compare the page with the bytes that the server sent, and those with its sources; read them in \
                the encoding that they are in. Name one encoding, the same in Content-Type and meta element.
                """),
    ]
}
