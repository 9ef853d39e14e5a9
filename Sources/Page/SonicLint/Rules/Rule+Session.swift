import SonicProtocol

extension Rule {
    /// Events of a session or its connection for which no server is responsible.
    public static let session: [Rule] = [
        Rule(.retried, .note, section: "retries"),
        Rule(.connectionLost, .warning, section: "retries"),
        Rule(.notKept, .warning),
        Rule(.cacheUnreadable, .warning),
        Rule(.cacheRepaired, .warning),
        Rule(.connectionRule, .note),
        Rule(.notHeld, .warning),
        Rule(.unaskedBytes, .warning),
        Rule(.contentCodingUnknown, .warning),
        Rule(.contentCodingMore, .note),
        Rule(.http2BrokenOff, .warning),
        Rule(.hostMapped, .note),
        Rule(.hostMappingDead, .warning),
        Rule(.hostsLine, .warning),
        Rule(.hostsUnreadable, .warning),
        Rule(.netrcUnreadable, .warning),
        Rule(.packageFile, .note),
        Rule(.packageDamaged, .warning),
        Rule(.packageLacks, .note),
    ]
}
