import SonicProtocol

extension StoreWork {
    /// Whether the work changes the store rather than memory only.
    var reachesStore: Bool {
        switch self {
        case .commit, .renew, .remove, .setSonicOff, .setRedirects: true
        case .storeInMemory, .renewInMemory, .forgetInMemory: false
        }
    }

    /// Whether the work leaves the version as it is.
    var isRenewal: Bool {
        switch self {
        case .renew, .renewInMemory: true
        case .commit, .storeInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: false
        }
    }

    /// Returns the same work for a page that must not be written.
    func inMemory(_ holding: RetentionPurpose) -> StoreWork {
        switch self {
        case .commit(let version): .storeInMemory(version, holding)
        case .renew(let number, let headers, let checked):
            .renewInMemory(number: number, headers: headers, checked: checked)
        case .storeInMemory, .renewInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: self
        }
    }
}
