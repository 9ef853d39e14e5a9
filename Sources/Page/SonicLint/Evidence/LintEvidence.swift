import SonicProtocol

/// The evidence for each rule, and other explanations of the same evidence: for these there is no finding, or it
/// mentions both. A rule sees what was received, which an intermediary may have changed; where that is likely, the
/// advice begins with a comparison.
public struct LintEvidence: Sendable, Hashable {
    /// The rule.
    public let rule: RuleID
    /// The evidence required for a finding.
    public let required: String
    /// Another explanation of it, and how it is handled.
    public let otherExplanation: String

    init(_ rule: RuleID, _ required: String, otherwise: String) {
        self.rule = rule
        self.required = required
        otherExplanation = otherwise
    }

    /// The rows for all rules, in the order of `Rule.lint`.
    public static let table = page + response + update + exchange

    static let byRule = Dictionary(
        table.map { ($0.rule, $0) }, uniquingKeysWith: { first, _ in first })

    /// The evidence of a rule that looks at the bytes of a page.
    private static func bytes(_ rule: RuleID, _ required: String, otherwise: String) -> LintEvidence {
        LintEvidence(rule, "the page's bytes as received: " + required, otherwise: otherwise)
    }

    /// The evidence for the rules for pages.
    static let page: [LintEvidence] = [
        .bytes(
            .blockMisspelt, "a comment that is meant as a block and is not one",
            otherwise: "other comments and correctly spelt blocks are ignored"),
        .bytes(
            .blockUnclosed, "a start comment without an end",
            otherwise: "an end comment that was removed in between; the finding says where the start is"),
        .bytes(
            .blockEndStray, "an end comment without a start",
            otherwise: "a start comment that was removed in between; the finding says where the end is"),
        .bytes(
            .blockNested, "a start comment within a block",
            otherwise: "nothing: the first end comment ends the outer block"),
        .bytes(
            .blockEmpty, "an end comment directly after its start",
            otherwise: "nothing: the block extends to the next end comment"),
        .bytes(
            .blockEndNameDiffers, "two names of one block",
            otherwise: "nothing: both names are in the page"),
        .bytes(.blockUnnamed, "a block without a name", otherwise: "nothing: it is in the page"),
        .bytes(.blockDuplicate, "two blocks with one name", otherwise: "nothing: both are in the page"),
        .bytes(.blockNamedTitle, "a block named title", otherwise: "nothing: it is in the page"),
        .bytes(
            .blockNameLost, "a block named __proto__",
            otherwise: "servers other than Node send it; the explanation says so"),
        .bytes(
            .blockNamesDifferInCase, "two names that differ only in case",
            otherwise: "nothing: both are in the page"),
        .bytes(
            .blockVeryLong, "a block of more than 1,000,000 bytes",
            otherwise: "servers other than PHP split it; the explanation says so"),
        .bytes(
            .blocksMissing, "no block",
            otherwise:
                "comments that were removed in between: reported if template-tag is a SHA-1, and not "
                + "that of the received template"),
        .bytes(.titleMissing, "no title element", otherwise: "nothing: there is none"),
        .bytes(.titleBroken, "a title element on several lines", otherwise: "nothing: it is in the page"),
        .bytes(
            .titleUpperCase, "a title element in upper case",
            otherwise: "servers other than Java's accept it; the explanation says so"),
        .bytes(.titleInBlock, "the title within a block", otherwise: "nothing: it is in the page"),
        .bytes(
            .titleSeveral, "two title elements",
            otherwise: "Node replaces only the first; the explanation says so"),
        .bytes(
            .placeholderInPage, "the text {name} of a block",
            otherwise: "nothing: VasSonic's clients search for this text"),
        .bytes(
            .pageNotUTF8, "they are not UTF-8",
            otherwise: "bytes that were changed in between: the advice begins with comparing"),
        .init(
            .replacedCharacters,
            "the page's bytes as received, decoded as UTF-8: U+FFFD, or bytes that are decoded to it",
            otherwise:
                "a page that contains the character on purpose; pages in other encodings are not judged"),
    ]
}
