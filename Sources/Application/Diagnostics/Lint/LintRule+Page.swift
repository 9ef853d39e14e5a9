extension LintRule {
    /// What may be wrong with the bytes of a page: where blocks and title stand (docs/protocol.md#split).
    public static let page: [LintRule] = [
        blockMisspelt, blockUnclosed, blockEndStray, blockNested, blockEmpty, blockEndNameDiffers,
        blockUnnamed,
        blockDuplicate, blockNamedTitle, blockNameLost, blockNamesDifferInCase, blockVeryLong, blocksMissing,
        titleMissing, titleBroken, titleUpperCase, titleInBlock, titleSeveral, placeholderInPage, pageNotUTF8,
        replacedCharacters,
    ]

    static let blockMisspelt = LintRule(
        "block-misspelt", .error,
        why:
            "A comment that is not spelt exactly as servers and clients search for it is no block: its text belongs to "
            + "the template, and each change of it is a template change.",
        mend:
            "Write <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> without blanks, the name in ASCII letters, "
            + "digits and underscores.")
    static let blockUnclosed = LintRule(
        "block-unclosed", .error,
        why: "A block without an end comment is none: all behind it belongs to the template.",
        mend: "Close it with <!--sonicdiff-NAME-end-->.")
    static let blockEndStray = LintRule(
        "block-end-stray", .warning,
        why:
            "An end comment that closes nothing stays in the template; mostly the start comment is missing or spelt "
            + "otherwise.",
        mend: "Open the block with <!--sonicdiff-NAME-->, or remove the comment.")
    static let blockNested = LintRule(
        "block-nested", .error,
        why:
            "Blocks do not nest: the outer one ends at the first end comment, and what follows belongs to the template.",
        mend: "Close the outer block before the inner one, or leave one of them out.")
    static let blockEmpty = LintRule(
        "block-empty", .error,
        why:
            "A block needs one byte of content at least; an empty one reaches to the end of the next block and "
            + "swallows what is between.",
        mend: "Write a blank or a line end between the two comments.")
    static let blockEndNameDiffers = LintRule(
        "block-end-name-differs", .warning,
        why:
            "Servers take the name of the start comment, the iOS client that of the end comment: there the update "
            + "finds no such block.",
        mend: "Give both comments the same name.")
    static let blockUnnamed = LintRule(
        "block-unnamed", .warning,
        why:
            "Servers name such blocks differently ({} on PHP and Java, {auto0} on Node), and on PHP and Java a second "
            + "one takes the first one's place.",
        mend: "Name every block.")
    static let blockDuplicate = LintRule(
        "block-duplicate", .error,
        why:
            "A server keeps one value for each name, so the update loses one of the blocks and its hash cannot hold: "
            + "every update is refused, and the page comes whole.",
        mend: "Give every block a name of its own.")
    static let blockNamedTitle = LintRule(
        "block-named-title", .error,
        why:
            "{title} is the page's title; a block of this name takes its place in the data, and the title is lost.",
        mend: "Name the block otherwise.")
    static let blockNameLost = LintRule(
        "block-name-lost", .warning,
        why: "JavaScript keeps no such key in an object: on Node the block is missing from every update.",
        mend: "Name the block otherwise.")
    static let blockNamesDifferInCase = LintRule(
        "block-names-differ-in-case", .warning,
        why: "Servers tell the names apart, the iOS client does not: it puts one block's data into both.",
        mend: "Use names that differ in more than upper and lower case.")
    static let blockVeryLong = LintRule(
        "block-very-long", .warning,
        why:
            "PHP's search gives up in a block of about a million characters: it then sends the tag of an empty "
            + "template and an update without blocks.",
        mend: "Cut it into several blocks.")
    static let blocksMissing = LintRule(
        "blocks-missing", .note,
        why: "Without a block the whole page but the title is template: every change is a template change.",
        mend:
            "Put <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> around what changes; where the server's page has "
            + "them, see what removes comments on the way.")
    static let titleMissing = LintRule(
        "title-missing", .note,
        why: "The data of every update name the title, empty here.",
        mend: "Write a title element on one line.")
    static let titleBroken = LintRule(
        "title-broken", .warning,
        why:
            "Servers find a title only where start and end tag stand on one line; this one belongs to the template, "
            + "and each change of it is a template change.",
        mend: "Write the title element on one line.")
    static let titleUpperCase = LintRule(
        "title-upper-case", .warning,
        why:
            "The Java server finds the title in any case but cuts only <title>: it then stands in data and template, "
            + "and the merged page's hash fails; Android finds only <title>.",
        mend: "Write the tags in lower case.")
    static let titleInBlock = LintRule(
        "title-in-block", .error,
        why:
            "Servers cut the title before the blocks, so the block's data hold the text {title}; the phones show it.",
        mend: "Keep the title out of blocks.")
    static let titleSeveral = LintRule(
        "title-several", .warning,
        why:
            "PHP and Java replace every title element, those of SVG included, by {title}, while the data hold the first "
            + "one only: the merged page's hash fails.",
        mend: "Use aria-label or desc in SVG, or have one title on the page.")
    static let placeholderInPage = LintRule(
        "placeholder-in-page", .warning,
        why:
            "The phones put data where the text {name} stands, also in scripts and style sheets; the page is spoiled, "
            + "or its hash fails.",
        mend: "Name the block so that {name} is nowhere in the page.")
    static let pageNotUTF8 = LintRule(
        "page-not-utf8", .error,
        why:
            "An update is JSON, which is UTF-8: PHP sends an empty update for such a page, Node and Java send damaged "
            + "data whose hash fails.",
        mend:
            "Compare the page with the bytes that the server sent. Where they are equal, send the page in UTF-8."
    )
    static let replacedCharacters = LintRule(
        "replaced-characters", .note,
        why:
            "U+FFFD stands for bytes that somebody could not read as characters; what they were is lost. They were "
            + "read in another encoding than they were in: where the page's texts come from, on the server or on the "
            + "way. A page may also mean the sign itself.",
        mend:
            "Compare the page with the bytes that the server sent, and those with its sources; read them in the encoding "
            + "that they are in. Name one encoding, the same in Content-Type and meta element.")
}
