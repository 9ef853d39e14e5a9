import SonicProtocol

// Responses that came from the site itself despite an exception, because the server that should have answered did
// not.
extension SessionMachine {
    /// Whether the exception for an address was bypassed, and the servers that DNS returns were contacted instead:
    /// their responses are not stored with those of the exception's server.
    func isPassedOver(at url: WebURL) -> Bool {
        ledger.findings.contains { $0.rule == .hostMappingDead } && order.terms(url).exception != nil
    }
}
