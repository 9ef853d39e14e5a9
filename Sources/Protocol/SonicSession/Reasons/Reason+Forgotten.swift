// The reason of an ended session after the stored copy of its page was deleted.
extension Reason {
    /// The reason without what is no longer so: that a stored page is shown or stays, and that Sonic is off.
    var withoutCopy: Reason {
        switch self {
        case .offline(let failure, let url, _, _): .failed(failure, url, post: nil)
        case .stopped(let post, _): .stopped(post: post, .nothing)
        case .tooLarge(let limit, _): .tooLarge(limit: limit, .nothing)
        case .handedOver(let cause, _): .handedOver(cause, .nothing)
        case .badResponse(let response, _): .badResponse(response, .nothing)
        case .rejectedTwice(let rejection, let change, _): .rejectedTwice(rejection, change: change, .nothing)
        case .errorStatus(let response):
            .errorStatus(
                ErrorStatus(
                    status: response.status, phrase: response.phrase, url: response.url,
                    purpose: response.purpose, challenge: response.challenge, shown: .nothing))
        case .plain(.sonicOff, let isStoredCopy): .plain(.sonicOff(until: nil), isStoredCopy: isStoredCopy)
        case .cacheOffline(.sonicOff, let values, let reason):
            .cacheOffline(.notStored, values, of: reason.withoutCopy)
        case .cacheOffline(let effect, let values, let reason):
            .cacheOffline(effect, values, of: reason.withoutCopy)
        case .cacheOnly, .history, .fresh, .notCached, .postNotCached, .notModified, .sameETag, .sameData,
            .sameBytes, .dataUpdate, .firstLoad, .templateChange, .plain, .firstHere, .comparedHere, .failed,
            .badRedirect, .tooManyRedirects, .recorded:
            self
        }
    }
}
