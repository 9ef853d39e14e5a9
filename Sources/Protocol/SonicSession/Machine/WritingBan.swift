import SonicProtocol

/// Why a page must not be written.
enum WritingBan {
    /// Its headers say so.
    case noStore
    /// The reader wants nothing of its site to be written.
    case privateSite
    /// The reader wants no page of its site to be stored.
    case unwanted
    /// The request carried credentials.
    case authorized

    /// The reason in words.
    var reason: String {
        switch self {
        case .noStore: "Cache-Control: no-store"
        case .privateSite: "the configuration keeps this site private"
        case .unwanted: "the configuration says store: false for this site"
        case .authorized: "the request carried credentials"
        }
    }

    /// What the page may be kept in memory for.
    var retention: RetentionPurpose {
        switch self {
        case .noStore: .toCompare
        case .privateSite, .unwanted, .authorized: .toShow
        }
    }
}

extension StoreWork {
    /// Whether the store is changed, and not memory alone.
    var reachesStore: Bool {
        switch self {
        case .commit, .renew, .remove, .setSonicOff, .setRedirects: true
        case .storeInMemory, .renewInMemory, .forgetInMemory: false
        }
    }

    /// Whether it leaves the version as it is.
    var isRenewal: Bool {
        switch self {
        case .renew, .renewInMemory: true
        case .commit, .storeInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: false
        }
    }

    /// The same for a page that must not be written.
    func inMemory(_ holding: RetentionPurpose) -> StoreWork {
        switch self {
        case .commit(let version): .storeInMemory(version, holding)
        case .renew(let number, let headers, let checked):
            .renewInMemory(number: number, headers: headers, checked: checked)
        case .storeInMemory, .renewInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: self
        }
    }
}
