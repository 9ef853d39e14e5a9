import SonicProtocol

// Responses under an exception that came from the site itself after all, since whoever was to answer did not.
extension SessionMachine {
    /// Whether the servers of DNS were asked for an address in place of who was to answer there: what they say is not
    /// kept with what that one said.
    func isPassedOver(at url: WebURL) -> Bool {
        ledger.findings.contains { $0.rule == .hostMappingDead } && order.terms(url).exception != nil
    }
}
