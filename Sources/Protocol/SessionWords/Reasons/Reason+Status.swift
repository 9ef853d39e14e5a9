import SonicProtocol
import SonicSession

// Why a session has no new page, in a sentence.
extension Reason {
    /// The words for a browser.
    public var wordsWithoutOptions: String { withoutOptions(words) }

    /// Returns its words, or a part of them, without options of the command line for which a browser has a key or a
    /// command.
    public func withoutOptions(_ words: String) -> String {
        let options = [Words.certificateOptions, Words.userOption, Words.tokenOption("")]
        let all = unverified == nil ? options : options + [Words.trustOptions]
        return all.reduce(words) { $0.replacing($1, with: "") }
    }

    /// The reason of a session that received no page; empty for any other.
    var failureWords: String {
        switch self {
        case .offline(let failure, let url, let version, let redirect):
            "\(failure.words(for: url)); showing stored \(version.words)" + (redirect?.words ?? "")
        case .failed(let failure, let url, let post): failure.words(for: url, posting: post)
        case .errorStatus(let response): response.words
        case .stopped(let post?, _):
            "stopped before the response was complete; the server may have processed the \(post.words)"
        case .stopped(nil, .storedPage): "stopped; the stored page stays"
        case .stopped(nil, let shown): "stopped before the response was complete" + shown.words
        case .tooLarge(let limit, let shown):
            "response is larger than \(Words.size(limit)) and was stopped" + shown.words
        case .handedOver(.attachment, let shown):
            "Content-Disposition makes the response a file, not a page" + shown.words
        case .handedOver(.type(let type), let shown):
            "Content-Type is \(type), which is a file, not a page" + shown.words
        case .badRedirect(let problem, let status, let location):
            "status \(status) redirects to \(location), but \(problem.words)"
        case .tooManyRedirects(let count, let last):
            "the server redirected \(count) times"
                + (last.map { ", the last from \($0.from.href) to \($0.to.href)" } ?? "")
                + "; its redirects probably form a loop"
        case .badResponse(let response, let shown): response.words + shown.words
        case .rejectedTwice(.body(.page(let beginning)), let change, let shown):
            "requested again without tags, with the same result: "
                + BadResponse.announcedPage(change: change, beginning: beginning).words + shown.words
        case .rejectedTwice(let rejection, _, let shown):
            "requested again without tags, the server sent an update again, and \(rejection.words)"
                + shown.words
        case .cacheOnly, .history, .fresh, .notCached, .postNotCached, .notModified, .sameETag, .sameData,
            .sameBytes, .dataUpdate, .firstLoad, .templateChange, .plain, .firstHere, .comparedHere,
            .cacheOffline, .recorded:
            ""
        }
    }
}

extension StillShown {
    /// What stays on the screen, as the end of a sentence; empty for `nothing`.
    fileprivate var words: String {
        switch self {
        case .nothing: ""
        case .storedPage: "; the stored page stays"
        case .cachedRedirect(let url): "; the stored page of \(url.href), where it redirected before, stays"
        }
    }
}

extension BadResponse {
    /// What is wrong with the response, as a clause.
    var words: String {
        switch self {
        case .invalid(let what): what.words
        case .otherConfirmed(let condition): condition.words
        case .unaskedConfirmation: "it confirms a stored page, and the request named none"
        case .unaskedUpdate(let change, let isTagSent):
            "\(Words.templateChange(change)) announces an update, but "
                + (isTagSent ? "nothing is stored that it could change" : "no template-tag was sent")
        case .dataForNothing: "the body is the data of an update, but nothing is stored that it could change"
        case .announcedPage(let change, let beginning):
            "\(Words.templateChange(change)) announces an update, but the body is a page that begins with "
                + "“\(beginning)”"
        }
    }
}

extension BadResponse.OtherCondition {
    /// What was confirmed, and what is stored instead.
    fileprivate var words: String {
        let sent = etag.map { "If-None-Match \(Words.short($0))" } ?? "If-Modified-Since \(date ?? "")"
        let field = etag == nil ? "Last-Modified" : "ETag"
        let known =
            switch stored {
            case .nothing: "nothing is stored"
            case .value(nil): "the stored page has no \(field)"
            case .value(let value?):
                "the stored page's \(field) is \(etag == nil ? value : Words.short(value))"
            }
        return "status 304 to \(sent), but \(known)"
    }
}

extension Reason.ErrorStatus {
    /// Who responded with the status, to which request, and which authentication is required.
    var words: String {
        "\(status == 407 ? "the proxy" : "the server") answered \(status)"
            + "\(phrase.isEmpty ? "" : " " + phrase) for \(url.href)\(purpose.words)"
            + (challenge?.words ?? "") + shown.words
    }
}

extension Reason.Challenge {
    /// The authentication that a server or a proxy requires, as the end of a sentence.
    var words: String {
        let name = isProxy ? "Proxy-Authenticate" : "WWW-Authenticate"
        guard !values.isEmpty else { return "; it names no authentication scheme: \(name) is missing" }
        let schemes = Self.schemes(in: values)
        let field = " (\(name): \(values.joined(separator: ", ")))"
        if schemes.contains(where: ["basic", "digest"].contains) {
            guard !isIdentified else {
                return "; it rejected the user name or password that was sent" + field
            }
            return isProxy
                ? "; it requires a user name and password; put them into its address: http://NAME:PASSWORD@HOST:PORT"
                    + field
                : "; it requires a user name and password\(Words.userOption)" + field
        }
        if schemes.contains("bearer") {
            guard !isIdentified else { return "; it rejected the token that was sent" + field }
            let proxy = isProxy ? "Proxy-" : ""
            return "; it requires a token\(Words.tokenOption(proxy))" + field
        }
        return isIdentified
            ? "; it rejected the credentials that were sent" + field
            : "; it requires an authentication scheme that this program does not support" + field
    }

    /// Returns the authentication schemes of challenges (RFC 9110 §11.3), in order and in lower case. The values are
    /// those of WWW-Authenticate or Proxy-Authenticate: a value may contain several challenges, and a challenge may
    /// contain commas.
    /// - Complexity: O(*n*) in the length of the values.
    static func schemes(in values: [String]) -> [String] {
        values.flatMap(Headers.parts).compactMap { part in
            let words = part.split(whereSeparator: { $0 == " " || $0 == "\t" })
            // A part that begins with `name=` continues the previous challenge.
            guard let first = words.first, !first.contains("="),
                words.count < 2 || !words[1].hasPrefix("=")
            else { return nil }
            return first.lowercased()
        }
    }
}
