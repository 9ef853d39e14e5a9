/// A rule that checks pages, responses or servers, by its stable name, which is used in files and scripts and is never
/// changed. The rules that only the lint knows, and all descriptions, are in the module SonicLint.
public struct RuleID: RawRepresentable, Sendable, Hashable {
    /// The stable name.
    public let rawValue: String

    /// Creates the id of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the id of this name.
    package init(_ name: String) { rawValue = name }

    /// Rules about the bytes of a page: its blocks and its title.
    public static let blockDuplicate = RuleID("block-duplicate")

    /// Rules about a response: its headers and its size.
    public static let headerDoubled = RuleID("header-doubled"),
        etagMissing = RuleID("etag-missing"),
        etagWeak = RuleID("etag-weak"),
        etagQuoted = RuleID("etag-quoted"),
        validatorUnsendable = RuleID("validator-unsendable"),
        templateTagMissing = RuleID("template-tag-missing"),
        templateChangeMissing = RuleID("template-change-missing"),
        templateChangeOdd = RuleID("template-change-odd"),
        cacheOfflineUnknown = RuleID("cache-offline-unknown"),
        noStoreAgainstOffline = RuleID("no-store-against-offline"),
        sonicLost = RuleID("sonic-lost")

    /// Rules about data updates, and about consecutive responses.
    public static let updateEmpty = RuleID("update-empty"),
        updateMalformed = RuleID("update-malformed"),
        updateUnasked = RuleID("update-unasked"),
        updateUndeclared = RuleID("update-undeclared"),
        pageUndeclared = RuleID("page-undeclared"),
        updateMissingBlocks = RuleID("update-missing-blocks"),
        updateUnknownBlocks = RuleID("update-unknown-blocks"),
        updateWrongHash = RuleID("update-wrong-hash"),
        updateUnproven = RuleID("update-unproven"),
        htmlSHA1Missing = RuleID("html-sha1-missing"),
        htmlSHA1Wrong = RuleID("html-sha1-wrong"),
        htmlSHA1UpperCase = RuleID("html-sha1-upper-case"),
        templateTagDiffers = RuleID("template-tag-differs"),
        templateTagOther = RuleID("template-tag-other"),
        etagSameBodyDiffers = RuleID("etag-same-body-differs"),
        templateSamePageWhole = RuleID("template-same-page-whole")

    /// Rules about failures before there is a page.
    public static let notModifiedUnasked = RuleID("not-modified-unasked"),
        redirectNowhere = RuleID("redirect-nowhere")

    /// Rules about actions of a session or its connection, which are not faults of the server.
    public static let retried = RuleID("retried"),
        connectionLost = RuleID("connection-lost"),
        notKept = RuleID("not-kept"),
        cacheUnreadable = RuleID("cache-unreadable"),
        cacheRepaired = RuleID("cache-repaired"),
        connectionRule = RuleID("rule"),
        notHeld = RuleID("not-held"),
        unaskedBytes = RuleID("unasked-bytes"),
        contentCodingUnknown = RuleID("content-coding-unknown"),
        contentCodingMore = RuleID("content-coding-more"),
        http2BrokenOff = RuleID("http2-broken-off"),
        hostMapped = RuleID("host-mapped"),
        hostMappingDead = RuleID("host-mapping-dead"),
        hostsLine = RuleID("hosts-line"),
        hostsUnreadable = RuleID("hosts-unreadable"),
        netrcUnreadable = RuleID("netrc-unreadable"),
        packageFile = RuleID("package-file"),
        packageDamaged = RuleID("package-damaged"),
        packageLacks = RuleID("package-lacks")

    /// Rules about the kind of a response, in the order in which they are tried.
    public static let notModified = RuleID("not-modified"),
        redirect = RuleID("redirect"),
        unavailable = RuleID("unavailable"),
        errorStatus = RuleID("error"),
        noPage = RuleID("no-page"),
        dataUpdate = RuleID("data-update"),
        notHTML = RuleID("not-html"),
        sonicPage = RuleID("sonic-page"),
        plainPage = RuleID("plain-page")

    /// Rules about what a session found in a body.
    public static let plain = RuleID("plain"),
        cacheOffline = RuleID("cache-offline"),
        undeclaredUpdate = RuleID("undeclared-update"),
        dataMerge = RuleID("data-merge"),
        sameData = RuleID("same-data"),
        sameEtag = RuleID("same-etag"),
        compareHere = RuleID("compare-here"),
        nothingStored = RuleID("nothing-stored"),
        sameBytes = RuleID("same-bytes"),
        sameTemplate = RuleID("same-template")
}

/// An observation about a page, a response or a session that does not by itself end the session.
public struct Finding: Sendable, Hashable {
    /// The rule that found it, which determines its severity.
    public let rule: RuleID
    /// One sentence that names the header, hash or bytes it is based on.
    public let message: String
    /// What led to it, if the evidence shows that; then no advice that guesses at causes is shown.
    public let cause: Cause?

    /// Creates a finding.
    public init(_ rule: RuleID, _ message: String, cause: Cause? = nil) {
        self.rule = rule
        self.message = message
        self.cause = cause
    }

    /// Returns the finding with a clause of further evidence, and the cause that it shows.
    package func adding(_ clause: String?, cause: Cause? = nil) -> Finding {
        Finding(rule, message + (clause.map { "; " + $0 } ?? ""), cause: cause ?? self.cause)
    }

    /// A cause that can be told from bytes.
    public enum Cause: Sendable, Hashable, CaseIterable {
        /// A content coding was appended to the tag.
        case codingSuffix
        /// The tag was made over the body that is sent, page or update.
        case tagOfBody
        /// The hash is another digest, or one of other bytes.
        case otherDigest
        /// The hash is that of the page without what is at its beginning or end.
        case edgesNotHashed
        /// The hash is right apart from quotes or spaces.
        case hashForm
        /// The page is the right one, byte for byte.
        case onlyTheHash
        /// Text before or after the data of an update.
        case textAroundData
        /// Nonces of a Content-Security-Policy.
        case nonce
        /// The cookie of a load balancer.
        case balancerCookie
    }
}
