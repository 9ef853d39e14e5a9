import CellGrid
import SonicProtocol
import SonicSession

extension StoreFailure {
    /// The cause in a few words; the findings have the details.
    fileprivate var words: String {
        switch self {
        case .full: "the disk is full"
        case .unusable(_, let reason): "cache unusable, \(reason)"
        case .failed(let operation, _, let reason): "\(operation) failed, \(reason)"
        }
    }
}

extension SessionResult.NotStored {
    /// What failed, as the predicate of a sentence about a page.
    fileprivate var words: String {
        switch self {
        case .page: "not stored"
        case .renewal: "not renewed"
        case .removal: "not removed"
        }
    }
}

extension Model {
    /// Reports that the page of an ended session could not be stored, or that pages can be stored again. A failure that
    /// repeats in a watch or a background tab is reported once.
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

    /// Handles whether cookies could be written to their file. A failure is reported once.
    mutating func update(cookies status: PersistenceStatus) {
        guard status != account.persistence.cookies else { return }
        account.persistence.cookies = status
        switch (status, account.persistence.pages) {
        case (.works, _): notice = .news("Cookies are stored again.")
        // One line has room for only one failure.
        case (.fails, .fails(let reason)): reportNotPersisted("Pages and cookies are not stored", reason)
        case (.fails(let reason), .works):
            notice = .failure("Cookies are kept in memory only, until sonic ends: \(reason.ended)")
        }
    }

    /// Lists the cookies, or deletes one of the list.
    func askForCookies(without cookie: Cookie? = nil) -> [Effect] {
        [.ask(.cookies(without: cookie, reply { $0.show($1.cookies, without: cookie, $1.failure) }))]
    }

    private mutating func show(_ cookies: [Cookie], without cookie: Cookie?, _ failure: String?) {
        if var list = overlay as? CookieList {
            list.replace(with: CookieList(cookies).list)
            overlay = list
        } else if cookie == nil {
            overlay = CookieList(cookies)
        }
        if let failure {
            notice = .failure(failure.sentence)
        } else if let cookie {
            notice = .news(
                "Deleted \(VisibleText.line(cookie.name.text)) of \(VisibleText.line(cookie.domain)).")
        }
    }

    private mutating func reportNotPersisted(_ words: String, _ reason: String) {
        notice = .failure(keys.namingKeys("\(words) ({findings} for details): ") + reason.ended)
    }
}
