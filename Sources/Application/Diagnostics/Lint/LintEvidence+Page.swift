extension LintEvidence {
    /// What the rules for pages rest on.
    static let page: [LintEvidence] = [
        .init(
            "block-misspelt",
            "the page's bytes as they arrived: a comment that means a block and is none",
            otherwise:
                "a comment about something else is passed over; a block that is spelt well is none of it"),
        .init(
            "block-unclosed",
            "the page's bytes as they arrived: a start comment without an end",
            otherwise: "an end comment that was removed on the way; the rule says where the start stands"),
        .init(
            "block-end-stray",
            "the page's bytes as they arrived: an end comment without a start",
            otherwise: "a start comment that was removed on the way; the rule says where the end stands"),
        .init(
            "block-nested",
            "the page's bytes as they arrived: a start comment within a block",
            otherwise: "nothing: the first end comment ends the outer block, whoever wrote it"),
        .init(
            "block-empty",
            "the page's bytes as they arrived: an end comment right behind its start",
            otherwise: "nothing: the block reaches to the next end comment"),
        .init(
            "block-end-name-differs",
            "the page's bytes as they arrived: two names of one block",
            otherwise: "nothing: both names stand there"),
        .init(
            "block-unnamed",
            "the page's bytes as they arrived: a block without a name",
            otherwise: "nothing: the block stands there"),
        .init(
            "block-duplicate",
            "the page's bytes as they arrived: two blocks of one name",
            otherwise: "nothing: both stand there"),
        .init(
            "block-named-title",
            "the page's bytes as they arrived: a block of the name title",
            otherwise: "nothing: it stands there"),
        .init(
            "block-name-lost",
            "the page's bytes as they arrived: a block of the name __proto__",
            otherwise: "servers other than Node keep it; why says so"),
        .init(
            "block-names-differ-in-case",
            "the page's bytes as they arrived: two names that differ in case only",
            otherwise: "nothing: both stand there"),
        .init(
            "block-very-long",
            "the page's bytes as they arrived: a block of more than 1,000,000 bytes",
            otherwise: "servers other than PHP read it; why says so"),
        .init(
            "blocks-missing",
            "the page's bytes as they arrived: no block",
            otherwise:
                "comments that were removed on the way: told where template-tag is a SHA-1, and not that of the "
                + "template that arrived"),
        .init(
            "title-missing",
            "the page's bytes as they arrived: no title element",
            otherwise: "nothing: none stands there"),
        .init(
            "title-broken",
            "the page's bytes as they arrived: a title element on several lines",
            otherwise: "nothing: it stands there"),
        .init(
            "title-upper-case",
            "the page's bytes as they arrived: a title element in upper case",
            otherwise: "servers other than Java's; why says so"),
        .init(
            "title-in-block",
            "the page's bytes as they arrived: the title within a block",
            otherwise: "nothing: it stands there"),
        .init(
            "title-several",
            "the page's bytes as they arrived: two title elements",
            otherwise: "Node replaces the first only; why says so"),
        .init(
            "placeholder-in-page",
            "the page's bytes as they arrived: the text {name} of a block",
            otherwise: "nothing: the phones search for this very text"),
        .init(
            "page-not-utf8",
            "the page's bytes as they arrived: they are not UTF-8",
            otherwise: "bytes that were changed on the way: the advice begins with comparing"),
        .init(
            "replaced-characters",
            "the page's bytes as they arrived, read as UTF-8: U+FFFD, or bytes that are read as it",
            otherwise: "a page that means the sign; an encoding other than UTF-8, of which nothing is said"),
    ]
}
