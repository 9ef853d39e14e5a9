import SonicProtocol

extension RuleID {
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
}

extension Rule {
    /// Requirements for a server that implements Sonic as specified in docs/reference/protocol.md, by number.
    public static let server: [Rule] = [
        Rule(
            1, .complete, .must, section: "classification",
            "Each request gets a response, received in full, within the limits of time and size."),
        Rule(2, .status, .must, section: "classification", "A page is answered with 200 or 304."),
        Rule(
            3, .known304, .must, section: "classification",
            "304 is sent only for a validator that the page has."),
        Rule(
            4, .bare304, .should, section: "quirks",
            "A 304, which has no body, names no content coding and no tags other than those of the request.",
            brokenBy: [.notModifiedWithCoding, .notModifiedOtherTags]),
        Rule(
            5, .length, .must, section: "quirks", "Content-Length is the number of bytes in the body.",
            brokenBy: [.contentLengthWrong]),
        Rule(
            6, .sonic, .must, section: "headers",
            "A request with `accept-diff: true` gets a response with Sonic's headers."),
        Rule(
            7, .etag, .must, section: "etag", "A page and an update have an ETag.",
            brokenBy: [.etagMissing, .etagKeyAbsent]),
        Rule(
            8, .etagBare, .should, section: "etag", "The ETag is 40 digits, without `W/` and quotes.",
            brokenBy: [.etagWeak, .etagQuoted]),
        Rule(
            9, .etagSHA1, .must, section: "server",
            "The ETag is the SHA-1 of the page, content coding removed."),
        Rule(
            10, .templateTag, .must, section: "headers", "A page and an update have a `template-tag`.",
            brokenBy: [.templateTagMissing]),
        Rule(
            11, .templateSHA1, .should, section: "split",
            "`template-tag` is the SHA-1 of the page without its first title and its blocks."),
        Rule(
            12, .templateChange, .must, section: "classification",
            "`template-change` is `true` or `1` with a page, `false` or `0` with an update.",
            brokenBy: [.templateChangeMissing, .templateChangeOdd, .updateUndeclared, .pageUndeclared]),
        Rule(
            13, .cacheOffline, .must, section: "cache-offline",
            "`cache-offline` is present, and `true`, `store`, `false` or `http`.",
            question: "a copy may be stored", brokenBy: [.cacheOfflineMissing, .cacheOfflineUnknown]),
        Rule(
            14, .once, .must, section: "headers", "Each of Sonic's headers occurs once in a response.",
            brokenBy: [.headerDoubled]),
        Rule(
            15, .utf8, .should, section: "update",
            "The page is UTF-8, and Content-Type names no other encoding.",
            brokenBy: [.charsetNotUTF8, .pageNotUTF8]),
        Rule(
            16, .vary, .should, section: "server",
            "Shared caches may not reuse a response unchecked: `Cache-Control: private` or `no-cache`, "
                + "or `Vary` with `accept-diff` and `template-tag`.", brokenBy: [.varyMissing]),
        Rule(
            17, .cookies, .should, section: "headers", "A page that may be stored sets no cookies.",
            brokenBy: [.cookieOnPage]),
        Rule(
            18, .notModified, .must, section: "server",
            "The page's own ETag in If-None-Match leads to a 304.",
            question: "status 304 to a request with a validator"),
        Rule(
            19, .update, .must, section: "server",
            "The page's own `template-tag`, with another page's ETag, leads to an update."),
        Rule(
            20, .updateJson, .must, section: "update",
            "An update is a JSON object with an object of strings under `data`, and with `template-tag` "
                + "and `html-sha1`.",
            brokenBy: [.updateEmpty, .updateMalformed, .htmlSHA1Missing, .updateUnproven]),
        Rule(
            21, .updateNames, .must, section: "update",
            "An update has data for each block of the page and for no other.",
            brokenBy: [.updateMissingBlocks, .updateUnknownBlocks]),
        Rule(
            22, .updateSHA1, .must, section: "update",
            "The merged page has the SHA-1 that `html-sha1` names, in lower-case digits; so has a page "
                + "whose headers name one.",
            brokenBy: [.updateWrongHash, .htmlSHA1Wrong, .htmlSHA1UpperCase]),
        Rule(
            23, .updateTags, .must, section: "update",
            "An update's `template-tag` equals that of its header, its `html-sha1` a SHA-1 as ETag.",
            brokenBy: [.templateTagDiffers, .etagUnlikeHTMLSHA1]),
        Rule(
            24, .updateAsked, .must, section: "server",
            "An update is sent only for `accept-diff: true` with the page's own `template-tag`."),
        Rule(
            25, .templateWanted, .must, section: "server",
            "An unknown `template-tag` leads to the full page."),
        Rule(
            26, .templateSteady, .should, section: "split",
            "Loads in direct succession have one template, unless it is edited in between: none returns "
                + "after another, and there are at most three in five loads."),
        Rule(
            27, .plain, .should, section: "server",
            "A request without `accept-diff: true` gets neither Sonic's headers nor an update.",
            question: "Sonic was not used"),
        Rule(
            28, .plainSame, .should, section: "server",
            "The page that is sent without Sonic is the same, byte for byte."),
        Rule(29, .headerCase, .should, section: "request", "Names of request headers are case-insensitive."),
        Rule(30, .head, .should, section: "server", "HEAD is answered with the headers of GET."),
        Rule(
            31, .anyCoding, .should, section: "request",
            "Sonic is used whatever content codings a request allows."),
        Rule(32, .concurrent, .must, section: "quirks", "Simultaneous requests get equal responses."),
    ]
}
