import SonicProtocol

// The rules that are found in pages and responses alone, or by comparing servers with the protocol.
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

    /// Rules about a response: its headers and its size.
    public static let headerWithoutBlank = RuleID("header-without-blank"),
        etagKeyAbsent = RuleID("etag-key-absent"),
        etagUnlikeHTMLSHA1 = RuleID("etag-unlike-html-sha1"),
        cacheOfflineMissing = RuleID("cache-offline-missing"),
        lifetimeOnSonicPage = RuleID("lifetime-on-sonic-page"),
        varyMissing = RuleID("vary-missing"),
        answeredByCache = RuleID("answered-by-cache"),
        cookieOnPage = RuleID("cookie-on-page"),
        compressionMissing = RuleID("compression-missing"),
        contentLengthWrong = RuleID("content-length-wrong"),
        notModifiedWithCoding = RuleID("not-modified-with-coding"),
        notModifiedWithBody = RuleID("not-modified-with-body"),
        notModifiedOtherTags = RuleID("not-modified-other-tags"),
        charsetNotUTF8 = RuleID("charset-not-utf8"),
        etagUnlikePage = RuleID("etag-unlike-page"),
        updateLargerThanPage = RuleID("update-larger-than-page"),
        blocksWithoutSonic = RuleID("blocks-without-sonic"),
        requestNamesChanged = RuleID("request-names-changed")

    /// Rules about data updates, and about consecutive responses.
    public static let updateWithoutComments = RuleID("update-without-comments"),
        etagSamePageSent = RuleID("etag-same-page-sent"),
        templateTagUnsteady = RuleID("template-tag-unsteady"),
        templateTagStuck = RuleID("template-tag-stuck"),
        templateReturns = RuleID("template-returns"),
        templateDrifts = RuleID("template-drifts"),
        templateUnsteady = RuleID("template-unsteady")

    /// Rules about failures before there is a page.
    public static let statusError = RuleID("status-error"),
        sonicUnavailable = RuleID("sonic-unavailable"),
        redirectLoop = RuleID("redirect-loop"),
        answerIncomplete = RuleID("answer-incomplete"),
        contentCodingWrong = RuleID("content-coding-wrong"),
        answerTooLarge = RuleID("answer-too-large")

    /// Rules about a server's conformance to Sonic, as in docs/reference/protocol.md.
    public static let complete = RuleID("complete"),
        status = RuleID("status"),
        known304 = RuleID("known-304"),
        bare304 = RuleID("bare-304"),
        length = RuleID("length"),
        sonic = RuleID("sonic"),
        etag = RuleID("etag"),
        etagBare = RuleID("etag-bare"),
        etagSHA1 = RuleID("etag-sha1"),
        templateTag = RuleID("template-tag"),
        templateSHA1 = RuleID("template-sha1"),
        templateChange = RuleID("template-change"),
        once = RuleID("once"),
        utf8 = RuleID("utf-8"),
        vary = RuleID("vary"),
        cookies = RuleID("cookies"),
        update = RuleID("update"),
        updateJson = RuleID("update-json"),
        updateNames = RuleID("update-names"),
        updateSHA1 = RuleID("update-sha1"),
        updateTags = RuleID("update-tags"),
        updateAsked = RuleID("update-asked"),
        templateWanted = RuleID("template-wanted"),
        templateSteady = RuleID("template-steady"),
        plainSame = RuleID("plain-same"),
        headerCase = RuleID("header-case"),
        head = RuleID("head"),
        anyCoding = RuleID("any-coding"),
        concurrent = RuleID("concurrent")

    /// Why the rule matters and how to fix a violation; nil if there is nothing to fix.
    public var advice: Rule.Advice? { Rule.of(self)?.advice }

    /// The question about a response, as a condition; empty if there is none.
    public var question: String { Rule.of(self)?.question ?? "" }

    /// The evidence for the rule; nil for rules that are not rules of the lint.
    public var evidence: LintEvidence? { LintEvidence.byRule[self] }
}
