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
}
