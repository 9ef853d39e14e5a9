extension LintRule {
    /// What may be wrong between two answers for one page: updates, hashes and tags (docs/protocol.md#update).
    public static let update: [LintRule] = [
        updateEmpty, updateMalformed, updateUnasked, updateMissingBlocks, updateUnknownBlocks,
        updateWrongHash,
        updateUnproven, hashMissing, hashWrong, templateTagDiffers, templateTagOther, sameTagOtherPage,
        sameTemplateWholePage, templateTagUnsteady, templateUnsteady,
    ]

    static let updateEmpty = LintRule(
        "update-empty", .error,
        why:
            "An update without a body; PHP sends it for pages that are no UTF-8, since its JSON cannot hold them.",
        mend: "Send the page in UTF-8.")
    static let updateMalformed = LintRule(
        "update-malformed", .error,
        why:
            "The body is no JSON with an object of texts under “data”; often it was cut off by a Content-Length that "
            + "the page had set for itself.",
        mend: "Let the server count the bytes, and send JSON as RFC 8259 has it.")
    static let updateUnasked = LintRule(
        "update-unasked", .error,
        why: "Nobody can use data without the template they belong to.",
        mend: "Send an update only to requests with accept-diff: true and the template-tag of the page.")
    static let updateMissingBlocks = LintRule(
        "update-missing-blocks", .error,
        why:
            "The template has places for which no data came: the tag was the same, so the template is not the one it "
            + "stands for, or the server lost data on the way.",
        mend:
            "Compute template-tag of the template's bytes, and send all blocks; Java's filter mixes up requests that "
            + "run at the same time.")
    static let updateUnknownBlocks = LintRule(
        "update-unknown-blocks", .error,
        why:
            "Data came for blocks that the page does not have: those of another page, as Java's filter sends under "
            + "load, or names that differ in case.",
        mend: "Keep the data of each request apart.")
    static let updateWrongHash = LintRule(
        "update-wrong-hash", .error,
        why:
            "Template and data together do not make the page that was hashed: the page comes whole, and every update "
            + "is wasted.",
        mend:
            "Hash the bytes that are sent; look for blocks of one name, titles in SVG, and pages that are no UTF-8."
    )
    static let updateUnproven = LintRule(
        "update-unproven", .warning,
        why: "Without a hash nobody can tell whether the merged page is the server's.",
        mend: "Send html-sha1 in the update.")
    static let hashMissing = LintRule(
        "html-sha1-missing", .warning,
        why: "The phones check by html-sha1 alone; here the ETag stood in.",
        mend: "Send html-sha1 in the update.")
    static let hashWrong = LintRule(
        "html-sha1-wrong", .error,
        why:
            "A page that does not have its own hash is refused by Android and dropped by iOS at the next start.",
        mend: "Compute it of the bytes that are sent, before compression.")
    static let templateTagDiffers = LintRule(
        "template-tag-differs", .warning,
        why:
            "The update names another template than its header; a client keeps one of them, and the next request may "
            + "carry the wrong one.",
        mend: "Take both from one value.")
    static let templateTagOther = LintRule(
        "template-tag-other", .warning,
        why: "Data came for another template than was asked for; that they fit is chance.",
        mend: "Send the whole page when the tag in the request is not the page's.")
    static let sameTagOtherPage = LintRule(
        "etag-same-body-differs", .error,
        why:
            "A validator must change with every byte: who holds the old page gets 304 and never sees the new one.",
        mend: "Compute the ETag of the whole page.")
    static let sameTemplateWholePage = LintRule(
        "template-same-page-whole", .note,
        why: "The request named the page's own template, so an update would have done.",
        mend: "Compare template-tag as it is sent: bare, and under its name in lower case.")
    static let templateTagUnsteady = LintRule(
        "template-tag-unsteady", .error,
        why:
            "The template is the same, byte for byte, and its tag is not: every change is a template change.",
        mend:
            "Compute the tag of the template alone: after title and blocks were cut out, without times or salts."
    )
    static let templateUnsteady = LintRule(
        "template-unsteady", .error,
        why:
            "Something outside the blocks is other on each load, so the template never stays the same: every change is "
            + "a template change.",
        mend: "Put what changes into a block: tokens, times, numbers of visitors, random ids, advertisements."
    )
}
