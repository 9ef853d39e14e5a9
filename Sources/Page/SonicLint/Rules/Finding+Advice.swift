import SonicProtocol

extension Finding {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Comparable, CaseIterable {
        /// Worth knowing.
        case note
        /// Costs speed or breaks some clients.
        case warning
        /// A violation of the protocol.
        case error

        /// Orders notes below warnings below errors.
        public static func < (left: Severity, right: Severity) -> Bool {
            allCases.drop { $0 != left }.dropFirst().contains(right)
        }
    }

    /// The severity, from the table of rules.
    public var severity: Severity { Rule.of(rule)?.severity ?? .note }

    /// Why its rule matters and how to fix a violation; nil if there is nothing to fix. If the cause is known, the
    /// advice is about it, without guesses at others.
    public var advice: Rule.Advice? {
        guard let advice = rule.advice, let cause = cause?.advice else { return rule.advice }
        return Rule.Advice(why: advice.facts, perhaps: cause.why, fix: cause.fix)
    }
}

extension Finding.Cause {
    /// What happened, and how to end it.
    public var advice: Rule.Advice {
        switch self {
        case .codingSuffix:
            Rule.Advice(
                why: "What compresses changed the tag: the server does not know what is sent back.",
                fix:
                    "Keep the tag where it is compressed (in Apache, DeflateAlterETag NoChange and "
                    + "BrotliAlterETag NoChange), or name another header in sonic-etag-key. Otherwise "
                    + "remove suffix and quotes from If-None-Match before the server compares it.")
        case .tagOfBody:
            Rule.Advice(
                why:
                    "A page and its update are two bodies, so that they have two tags for one state of "
                    + "the page; frameworks such as Express and Koa make them.",
                fix:
                    "Turn off the tags of the framework (in Express, app.set('etag', false)), and send "
                    + "the SHA-1 of the page as ETag, with updates as well.")
        case .otherDigest:
            Rule.Advice(
                why: "What was hashed instead is known: the finding names it.",
                fix: "Send the SHA-1 of the page's bytes, before compression, in 40 lower-case digits.")
        case .edgesNotHashed:
            Rule.Advice(
                why: "The hash is that of the page with another beginning or end.",
                fix:
                    "Hash the page as it is sent, or send nothing around what was hashed: in PHP, all that is "
                    + "before <?php and after ?> is sent, but for one line end directly after ?>.")
        case .hashForm:
            Rule.Advice(
                why: "It is the right hash, but for quotes or spaces.",
                fix: "Send the 40 digits without quotes and spaces.")
        case .onlyTheHash:
            Rule.Advice(
                why: "The page is the right one: only the hash is wrong.",
                fix: "Compute html-sha1 over the bytes of the full page, as a first load gets them.")
        case .textAroundData:
            Rule.Advice(
                why: "The data of the update are complete, but there is text before or after them.",
                fix:
                    "Find out what writes the text, and write nothing but the data: in PHP, turn "
                    + "display_errors off, and have nothing before <?php and after ?>.")
        case .nonce:
            Rule.Advice(
                why: "Nonces of a Content-Security-Policy must differ in each response.",
                fix:
                    "Allow scripts by their hashes or as files of the site, in the header "
                    + "Content-Security-Policy, which need no nonce. A block is no remedy: a stored page "
                    + "has the nonces of an earlier header.")
        case .balancerCookie:
            Rule.Advice(
                why: "It is the cookie with which a load balancer keeps a client at one server.",
                fix: "It may stay. If the servers send different templates, give all of them the same one.")
        }
    }
}

extension [Finding] {
    mutating func add(_ rule: RuleID, _ message: String) { append(Finding(rule, message)) }
}
