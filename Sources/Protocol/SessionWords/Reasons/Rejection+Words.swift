import SonicProtocol
import SonicSession

extension Rejection {
    /// What is wrong, as the end of a sentence that starts with “the update cannot be used:”.
    public var words: String {
        switch self {
        case .body(.empty): "its body is empty"
        case .body(.page(let beginning)):
            "its body is a page that begins with “\(beginning)”, and no data of an update"
        case .body(.malformed(let what)): "its body is not a data update: \(what)"
        case .edited: "the stored page that it updates was edited by hand"
        case .unproven(let tag):
            "it has no html-sha1, and "
                + (tag.map { "its template-tag \($0) is not the stored page's" } ?? "no template-tag either")
        case .undeclared: "its headers announce a page, and no hash proves what it is"
        case .merge(.missing(let names, let instead)):
            "it lacks the blocks \(names.listed)"
                + (instead.isEmpty ? "" : "; received instead: \(instead.map { "“\($0)”" }.listed)")
        case .merge(.unknown(let names)): "it has blocks that this page does not have: \(names.listed)"
        case .merge(.wrongHash(let claimed, let computed)):
            "the SHA-1 of the merged page is \(Words.short(computed)), but html-sha1 is \(Words.short(claimed))"
        }
    }
}

extension StorageBan {
    /// Why nothing is stored, as a clause.
    public var words: String {
        switch self {
        case .writing(.noStore): "Cache-Control: no-store"
        case .writing(.privateSite): "the configuration keeps this site private"
        case .writing(.unwanted): "the configuration says store: false for this site"
        case .writing(.authorized): "the request carried credentials"
        case .forwardedUnstored: "it was forwarded without storing it"
        case .otherServer: "a server other than the one in the exception responded"
        case .editedConfirmation: "the exchange that confirms it was edited by hand"
        case .editedRemoval: "the response that removes the page was edited by hand"
        case .posted(let method): "responses to \(method) stay in memory"
        case .sonicOff: "cache-offline: http forbids storing"
        case .unavailable: "the server could not handle the Sonic request"
        case .htmlStays: "the stored page is HTML and stays"
        case .file: "a file is not stored as a page"
        case .detached: "the request was resent without storing"
        }
    }
}

extension SessionResult.NotStored {
    /// What could not be written, as a sentence.
    public var words: String {
        switch self {
        case .page: "the page is not stored"
        case .renewal: "the stored page is not renewed"
        case .removal: "the stored page is not removed"
        }
    }
}

extension Retry {
    /// The pause and the number of the retry, such as `requested again after 0.5 s (1 of 2)`.
    public var words: String {
        "requested again after \(pause.inTenthsOfSeconds) (\(number) of \(limit))"
    }

    /// What failed, as a clause.
    public var reason: String {
        switch cause {
        case .lost(let failure, let url): failure.words(for: url)
        case .unavailable(let seconds):
            "the server answered 503 and asks for a retry in \(seconds) s (Retry-After)"
        }
    }
}
