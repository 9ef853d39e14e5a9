import SonicProtocol

extension Rule {
    /// Events of a session or its connection for which no server is responsible.
    public static let session: [Rule] =
        [Rule(.retried, .note, section: "retries"), Rule(.connectionLost, .warning, section: "retries")]
        + notes.map { Rule($0, .note) } + warnings.map { Rule($0, .warning) }

    private static let notes: [RuleID] = [
        .connectionRule, .contentCodingMore, .hostMapped, .packageFile, .packageLacks,
    ]
    private static let warnings: [RuleID] = [
        .notKept, .cacheUnreadable, .cacheRepaired, .notHeld, .unaskedBytes, .contentCodingUnknown,
        .http2BrokenOff, .hostMappingDead, .hostsLine, .hostsUnreadable, .netrcUnreadable, .packageDamaged,
    ]

    /// The questions that classify a response and its body.
    public static let classification: [Rule] = [
        asked(.redirect, "status 301, 302, 303, 307 or 308 with Location"),
        asked(.unavailable, "status 503 to accept-diff"),
        asked(.errorStatus, "status 400 to 599"),
        asked(.noPage, "status 204, 205, 206, 226, 3xx but 300, or beyond 599"),
        asked(.dataUpdate, "template-change is false or 0"),
        asked(.notHTML, "Content-Type is not HTML"),
        asked(.sonicPage, "template-tag, template-change or cache-offline is present"),
        asked(.plainPage, "none of them is present"),
        asked(.undeclaredUpdate, "the body is the data of an update, and a hash proves it"),
        asked(.dataMerge, section: "update", "the data fit the stored page"),
        asked(.sameData, section: "update", "every block is as stored"),
        asked(.sameEtag, section: "etag", "the validator equals the one sent"),
        asked(.compareHere, section: "local-server", "the site's pages are compared here"),
        asked(.nothingStored, "no stored page is used"),
        asked(.sameBytes, "the page is byte for byte the stored one"),
        asked(.sameTemplate, section: "split", "the template is byte for byte the stored one"),
    ]

    private static func asked(_ id: RuleID, section: String = "classification", _ question: String) -> Rule {
        Rule(id, section: section, question: question)
    }
}
