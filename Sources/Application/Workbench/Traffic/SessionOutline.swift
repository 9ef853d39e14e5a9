import SonicSession

/// What the list shows of a session, without its trace: about a hundredth of it.
public struct SessionOutline: Sendable {
    /// The outcome; nil without a result.
    public let outcome: Outcome?
    /// The reason for it.
    public let reason: Reason?
    /// The names of the changed blocks, in page order.
    public let changedBlocks: [String]
    /// The number of bytes received; nil without a result.
    public let bytesReceived: Int?
    /// The length in bytes of the page; nil if there is none.
    public let pageBytes: Int?
    /// Whether the session was replayed, and not only classified.
    let wasReplayed: Bool

    init(_ trace: SessionTrace) {
        outcome = trace.result?.outcome
        reason = trace.result?.reason
        changedBlocks = trace.result?.changedBlocks ?? []
        bytesReceived = trace.result?.bytesReceived
        pageBytes = trace.result?.pageBytes ?? trace.pageBytes
        // Only a session that was replayed has phases.
        wasReplayed = !trace.steps.isEmpty
    }
}
