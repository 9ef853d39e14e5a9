import SonicProtocol

extension Reason {
    /// The name of the case for programs, followed by that of its variant, if it has several: `notModified`,
    /// `templateChange.sameTag`. These names never change (docs/reference/protocol.md#reason-codes).
    ///
    /// The code of `cacheOffline` is that of the reason in it; nil for a record that has none.
    public var code: String? {
        switch self {
        case .cacheOnly, .history, .fresh, .postNotCached, .notModified, .sameETag, .sameData, .sameBytes,
            .dataUpdate, .errorStatus, .stopped, .tooLarge, .handedOver, .tooManyRedirects, .rejectedTwice:
            String(caseOf: self)
        case .notCached(let absence), .firstLoad(_, let absence), .firstHere(let absence, _, _): code(absence)
        case .templateChange(_, let cause): code(cause)
        case .plain(let cause, _): code(cause)
        case .comparedHere(let comparison):
            (comparison.lostVersion == nil ? "comparedHere." : "sonicLost.")
                + String(caseOf: comparison.difference)
        case .cacheOffline(_, _, let reason): reason.code
        case .offline(let failure, _, _, _), .failed(let failure, _, _): code(failure)
        case .badRedirect(let problem, _, _): code(problem)
        case .badResponse(let response, _): code(response)
        case .recorded(_, let code): code
        }
    }

    /// Why a full page was received although a copy is stored; nil if that was not so.
    public var fullPageCause: FullPageCause? {
        if case .cacheOffline(_, _, let reason) = self { return reason.fullPageCause }
        return if case .templateChange(_, let cause) = self { cause } else { nil }
    }

    /// Returns the code with a variant. A test compares all codes with their list in the documents, so that no case is
    /// renamed without a new code being noticed.
    private func code(_ variant: Any) -> String { String(caseOf: self) + "." + String(caseOf: variant) }
}
