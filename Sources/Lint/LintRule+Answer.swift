extension LintRule {
    /// What may be wrong with the head of an answer and its length (docs/protocol.md#headers).
    public static let answer: [LintRule] = [
        headerDoubled, headerWithoutBlank, etagMissing, etagWeak, etagQuoted, etagUnlikeHash,
        templateTagMissing,
        templateChangeMissing, templateChangeOdd, cacheOfflineMissing, cacheOfflineUnknown,
        noStoreAgainstOffline,
        lifetimeOnSonic, sharedWithoutVary, cookieOnPage, compressionMissing, lengthWrong,
        unmodifiedWithCoding,
        updateLargerThanPage, sonicLost,
    ]

    static let headerDoubled = LintRule(
        "header-doubled", .warning,
        why:
            "Clients read either the first or the last of two lines, or both joined by a comma, which is no value that "
            + "they know.",
        mend: "Send the header once; Java's filter sets it beside the page's own.")
    static let headerWithoutBlank = LintRule(
        "header-without-blank", .note,
        why: "HTTP allows it, but Foundation's networking on Linux fails the whole answer for such a line.",
        mend: "Write a blank behind the colon.")
    static let etagMissing = LintRule(
        "etag-missing", .warning,
        why:
            "Without a validator the server can never answer 304, and the iOS client takes the answer for one without "
            + "Sonic and removes its copy.",
        mend: "Send the SHA-1 of the page as ETag.")
    static let etagWeak = LintRule(
        "etag-weak", .warning,
        why:
            "Sonic servers compare the bare tag: If-None-Match with W/ never gives 304. Compressing proxies weaken the "
            + "tags of what they compress.",
        mend: "Name another header in sonic-etag-key, or leave these pages to the server's own compression.")
    static let etagQuoted = LintRule(
        "etag-quoted", .warning,
        why:
            "The reference servers compare the tag without quotes: one that comes back quoted never gives 304.",
        mend: "Send the 40 digits bare, or strip quotes from If-None-Match.")
    static let etagUnlikeHash = LintRule(
        "etag-unlike-html-sha1", .warning,
        why:
            "Both are the SHA-1 of the page; where they differ one of them was computed of other bytes, and a client "
            + "that checks by the wrong one refuses the page.",
        mend: "Compute both of the same bytes, those that are sent before compression.")
    static let templateTagMissing = LintRule(
        "template-tag-missing", .warning,
        why: "Without it no update can ever come, and the iOS client takes the answer for one without Sonic.",
        mend: "Send the SHA-1 of the template as template-tag.")
    static let templateChangeMissing = LintRule(
        "template-change-missing", .note,
        why:
            "The iOS client wants the header on every page and takes the answer for one without Sonic otherwise.",
        mend: "Send template-change: true with whole pages and false with updates.")
    static let templateChangeOdd = LintRule(
        "template-change-odd", .warning,
        why:
            "Android takes everything but false and 0 for a whole page, iOS everything but true, yes and 1 for an "
            + "update.",
        mend: "Send true or false.")
    static let cacheOfflineMissing = LintRule(
        "cache-offline-missing", .warning,
        why:
            "Android removes its copy of the page where the header is missing, and iOS takes the answer for one without "
            + "Sonic.",
        mend: "Send cache-offline: true.")
    static let cacheOfflineUnknown = LintRule(
        "cache-offline-unknown", .warning,
        why: "Clients know true, store, false and http; for anything else Android keeps nothing.",
        mend: "Send one of the four.")
    static let noStoreAgainstOffline = LintRule(
        "no-store-against-offline", .warning,
        why:
            "HTTP forbids to keep what Sonic asks to keep. Here nothing is written, so the page is a first load each "
            + "time; the phones keep it.",
        mend: "Leave no-store out, or send cache-offline: false.")
    static let lifetimeOnSonic = LintRule(
        "lifetime-on-sonic-page", .warning,
        why:
            "Caches on the way, and clients that heed the header, do not ask while the page is fresh: changes are seen "
            + "late, and an update may be answered by a stored page.",
        mend: "Send Cache-Control: private, no-cache.")
    static let sharedWithoutVary = LintRule(
        "vary-missing", .warning,
        why:
            "The answer depends on accept-diff, template-tag and If-None-Match. A cache that serves many people may "
            + "give one client's update to another.",
        mend: "Send Cache-Control: private, or Vary: accept-diff, template-tag.")
    static let cookieOnPage = LintRule(
        "cookie-on-page", .note,
        why:
            "A page that is shown from the cache sets no cookie: what it should do on each visit happens only when the "
            + "server is asked.",
        mend: "Set cookies where the reader signs in, not on pages.")
    static let compressionMissing = LintRule(
        "compression-missing", .note,
        why: "Text shrinks to a quarter; on a slow connection that is most of the waiting.",
        mend: "Compress answers with gzip where the request allows it; hash the bytes before.")
    static let lengthWrong = LintRule(
        "content-length-wrong", .error,
        why:
            "Clients stop reading where the header says: the page is cut off, or its rest is taken for the next answer.",
        mend:
            "Count the bytes that are sent; a page that sets the header itself must not be rewritten behind it."
    )
    static let unmodifiedWithCoding = LintRule(
        "not-modified-with-coding", .note,
        why: "A 304 has no body; a client that unpacks it all the same fails.",
        mend: "Leave Content-Encoding out of 304 answers.")
    static let updateLargerThanPage = LintRule(
        "update-larger-than-page", .warning,
        why:
            "Updates bring all data, changed or not, escaped for JSON: on such a page they cost more than the page.",
        mend: "Keep what never changes out of blocks, or send the page whole.")
    static let sonicLost = LintRule(
        "sonic-lost", .error,
        why:
            "The page spoke Sonic before. A proxy that drops unknown headers, another server behind the same name or a "
            + "request header in the wrong case turns it off, and every answer is the whole page again.",
        mend: "Compare this request and its answer with the one that made the stored version.")
}
