import SonicSession

/// Whether what is to be kept reaches the disk, as far as was seen.
public enum PersistenceStatus: Equatable, Sendable {
    /// What was written last was, or nothing was.
    case works
    /// What was to be written last was not, for this reason.
    case fails(String)
}

/// Whether what an account keeps reaches the disk.
struct Persistence: Equatable, Sendable {
    /// Pages that are to be kept.
    var pages = PersistenceStatus.works
    /// Cookies with an end.
    var cookies = PersistenceStatus.works
}

extension StoreFailure {
    /// What hinders, in a few words: the findings have all of it.
    var words: String {
        switch self {
        case .full: "the disk is full"
        case .unusable(_, let reason): "cache unusable, \(reason)"
        case .failed(let operation, _, let reason): "\(operation) failed, \(reason)"
        }
    }
}

extension SessionResult.NotStored {
    /// What is not so for a page.
    fileprivate var words: String {
        switch self {
        case .page: "not stored"
        case .renewal: "not renewed"
        case .removal: "not removed"
        }
    }
}

extension Model {
    /// Tells that the page of a session that ended could not be kept, or that pages can be kept again. What a watch, or
    /// a tab behind, meets again is told once.
    mutating func reportPersistence(of result: SessionResult?, isInFront: Bool) {
        switch result?.storage {
        case .notStored(let failure, let what):
            let before = account.persistence.pages
            account.persistence.pages = .fails(failure.words)
            let isAskedFor = isInFront && watching?.visit != visitInFront
            guard isAskedFor || before != account.persistence.pages else { return }
            reportNotPersisted(
                (isInFront ? "The page is " : "A background page is ") + what.words, failure.words)
        case .stored, .renewed, .removed:
            guard account.persistence.pages != .works else { return }
            account.persistence.pages = .works
            notice = .news("Pages are stored again.")
        case .untouched, .notAllowed, nil: break
        }
    }

    /// Takes in whether cookies reach their file. Those that do not are told once.
    mutating func update(cookies keeping: PersistenceStatus) {
        guard keeping != account.persistence.cookies else { return }
        account.persistence.cookies = keeping
        switch (keeping, account.persistence.pages) {
        case (.works, _): notice = .news("Cookies are stored again.")
        // One line has room for one failure.
        case (.fails, .fails(let reason)): reportNotPersisted("Pages and cookies are not stored", reason)
        case (.fails(let reason), .works):
            notice = .failure("Cookies are kept in memory only, until sonic ends: \(reason.ended)")
        }
    }

    private mutating func reportNotPersisted(_ words: String, _ reason: String) {
        notice = .failure(keys.namingKeys("\(words) ({findings} for details): ") + reason.ended)
    }
}
