extension Reason {
    /// The name of the case for programs, followed by that of its variant, if it has several: `notModified`,
    /// `templateChange.sameTag`. These names never change (docs/reference/protocol.md#reason-codes).
    ///
    /// The code of `cacheOffline` is that of the reason in it; nil for a record that has none.
    public var code: String? {
        switch self {
        case .cacheOnly: "cacheOnly"
        case .history: "history"
        case .fresh: "fresh"
        case .notCached(let absence): "notCached." + Self.name(of: absence)
        case .postNotCached: "postNotCached"
        case .notModified: "notModified"
        case .sameETag: "sameETag"
        case .sameData: "sameData"
        case .sameBytes: "sameBytes"
        case .dataUpdate: "dataUpdate"
        case .firstLoad(_, let absence): "firstLoad." + Self.name(of: absence)
        case .templateChange(_, let cause): "templateChange." + Self.name(of: cause)
        case .plain(let cause, _): "plain." + Self.name(of: cause)
        case .firstHere(let absence, _, _): "firstHere." + Self.name(of: absence)
        case .comparedHere(let comparison):
            (comparison.lostVersion == nil ? "comparedHere." : "sonicLost.")
                + Self.name(of: comparison.difference)
        case .cacheOffline(_, _, let reason): reason.code
        case .offline(let failure, _, _, _): "offline." + Self.name(of: failure)
        case .failed(let failure, _, _): "failed." + Self.name(of: failure)
        case .errorStatus: "errorStatus"
        case .stopped: "stopped"
        case .tooLarge: "tooLarge"
        case .handedOver: "handedOver"
        case .badRedirect(let problem, _, _): "badRedirect." + Self.name(of: problem)
        case .tooManyRedirects: "tooManyRedirects"
        case .badResponse(let response, _): "badResponse." + Self.name(of: response)
        case .rejectedTwice: "rejectedTwice"
        case .recorded(_, let code): code
        }
    }

    /// Why a full page was received although a copy is stored; nil if that was not so.
    public var fullPageCause: FullPageCause? {
        if case .cacheOffline(_, _, let reason) = self { return reason.fullPageCause }
        return if case .templateChange(_, let cause) = self { cause } else { nil }
    }

    /// Returns the name of an enum's case. A test compares all codes with their list in the documents, so that no case is
    /// renamed without a new code being noticed.
    private static func name(of variant: Any) -> String {
        Mirror(reflecting: variant).children.first?.label ?? "\(variant)"
    }
}
