extension LintEvidence {
    /// What the rules for pages rest on.
    static let page: [LintEvidence] = [
        .init(
            .blockMisspelt,
            "the page's bytes as they arrived: a comment that means a block and is none",
            otherwise:
                "a comment about something else is passed over; a block that is spelt well is none of it"),
        .init(
            .blockUnclosed,
            "the page's bytes as they arrived: a start comment without an end",
            otherwise: "an end comment that was removed on the way; the rule says where the start stands"),
        .init(
            .blockEndStray,
            "the page's bytes as they arrived: an end comment without a start",
            otherwise: "a start comment that was removed on the way; the rule says where the end stands"),
        .init(
            .blockNested,
            "the page's bytes as they arrived: a start comment within a block",
            otherwise: "nothing: the first end comment ends the outer block, whoever wrote it"),
        .init(
            .blockEmpty,
            "the page's bytes as they arrived: an end comment right behind its start",
            otherwise: "nothing: the block reaches to the next end comment"),
        .init(
            .blockEndNameDiffers,
            "the page's bytes as they arrived: two names of one block",
            otherwise: "nothing: both names stand there"),
        .init(
            .blockUnnamed,
            "the page's bytes as they arrived: a block without a name",
            otherwise: "nothing: the block stands there"),
        .init(
            .blockDuplicate,
            "the page's bytes as they arrived: two blocks of one name",
            otherwise: "nothing: both stand there"),
        .init(
            .blockNamedTitle,
            "the page's bytes as they arrived: a block of the name title",
            otherwise: "nothing: it stands there"),
        .init(
            .blockNameLost,
            "the page's bytes as they arrived: a block of the name __proto__",
            otherwise: "servers other than Node keep it; why says so"),
        .init(
            .blockNamesDifferInCase,
            "the page's bytes as they arrived: two names that differ in case only",
            otherwise: "nothing: both stand there"),
        .init(
            .blockVeryLong,
            "the page's bytes as they arrived: a block of more than 1,000,000 bytes",
            otherwise: "servers other than PHP read it; why says so"),
        .init(
            .blocksMissing,
            "the page's bytes as they arrived: no block",
            otherwise:
                "comments that were removed on the way: told where template-tag is a SHA-1, and not that of the "
                + "template that arrived"),
        .init(
            .titleMissing,
            "the page's bytes as they arrived: no title element",
            otherwise: "nothing: none stands there"),
        .init(
            .titleBroken,
            "the page's bytes as they arrived: a title element on several lines",
            otherwise: "nothing: it stands there"),
        .init(
            .titleUpperCase,
            "the page's bytes as they arrived: a title element in upper case",
            otherwise: "servers other than Java's; why says so"),
        .init(
            .titleInBlock,
            "the page's bytes as they arrived: the title within a block",
            otherwise: "nothing: it stands there"),
        .init(
            .titleSeveral,
            "the page's bytes as they arrived: two title elements",
            otherwise: "Node replaces the first only; why says so"),
        .init(
            .placeholderInPage,
            "the page's bytes as they arrived: the text {name} of a block",
            otherwise: "nothing: the phones search for this very text"),
        .init(
            .pageNotUTF8,
            "the page's bytes as they arrived: they are not UTF-8",
            otherwise: "bytes that were changed on the way: the advice begins with comparing"),
        .init(
            .replacedCharacters,
            "the page's bytes as they arrived, read as UTF-8: U+FFFD, or bytes that are read as it",
            otherwise: "a page that means the sign; an encoding other than UTF-8, of which nothing is said"),
    ]
}
