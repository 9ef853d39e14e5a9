extension LintEvidence {
    /// The evidence for the rules for pages.
    static let page: [LintEvidence] = [
        .init(
            .blockMisspelt,
            "the page's bytes as received: a comment that is meant as a block and is not one",
            otherwise: "other comments and correctly spelt blocks are ignored"),
        .init(
            .blockUnclosed,
            "the page's bytes as received: a start comment without an end",
            otherwise: "an end comment that was removed in between; the finding says where the start is"),
        .init(
            .blockEndStray,
            "the page's bytes as received: an end comment without a start",
            otherwise: "a start comment that was removed in between; the finding says where the end is"),
        .init(
            .blockNested,
            "the page's bytes as received: a start comment within a block",
            otherwise: "nothing: the first end comment ends the outer block"),
        .init(
            .blockEmpty,
            "the page's bytes as received: an end comment directly after its start",
            otherwise: "nothing: the block extends to the next end comment"),
        .init(
            .blockEndNameDiffers,
            "the page's bytes as received: two names of one block",
            otherwise: "nothing: both names are in the page"),
        .init(
            .blockUnnamed,
            "the page's bytes as received: a block without a name",
            otherwise: "nothing: it is in the page"),
        .init(
            .blockDuplicate,
            "the page's bytes as received: two blocks with one name",
            otherwise: "nothing: both are in the page"),
        .init(
            .blockNamedTitle,
            "the page's bytes as received: a block named title",
            otherwise: "nothing: it is in the page"),
        .init(
            .blockNameLost,
            "the page's bytes as received: a block named __proto__",
            otherwise: "servers other than Node send it; the explanation says so"),
        .init(
            .blockNamesDifferInCase,
            "the page's bytes as received: two names that differ only in case",
            otherwise: "nothing: both are in the page"),
        .init(
            .blockVeryLong,
            "the page's bytes as received: a block of more than 1,000,000 bytes",
            otherwise: "servers other than PHP split it; the explanation says so"),
        .init(
            .blocksMissing,
            "the page's bytes as received: no block",
            otherwise:
                "comments that were removed in between: reported if template-tag is a SHA-1, and not "
                + "that of the received template"),
        .init(
            .titleMissing,
            "the page's bytes as received: no title element",
            otherwise: "nothing: there is none"),
        .init(
            .titleBroken,
            "the page's bytes as received: a title element on several lines",
            otherwise: "nothing: it is in the page"),
        .init(
            .titleUpperCase,
            "the page's bytes as received: a title element in upper case",
            otherwise: "servers other than Java's accept it; the explanation says so"),
        .init(
            .titleInBlock,
            "the page's bytes as received: the title within a block",
            otherwise: "nothing: it is in the page"),
        .init(
            .titleSeveral,
            "the page's bytes as received: two title elements",
            otherwise: "Node replaces only the first; the explanation says so"),
        .init(
            .placeholderInPage,
            "the page's bytes as received: the text {name} of a block",
            otherwise: "nothing: VasSonic's clients search for this text"),
        .init(
            .pageNotUTF8,
            "the page's bytes as received: they are not UTF-8",
            otherwise: "bytes that were changed in between: the advice begins with comparing"),
        .init(
            .replacedCharacters,
            "the page's bytes as received, decoded as UTF-8: U+FFFD, or bytes that are decoded to it",
            otherwise:
                "a page that contains the character on purpose; pages in other encodings are not judged"),
    ]
}
