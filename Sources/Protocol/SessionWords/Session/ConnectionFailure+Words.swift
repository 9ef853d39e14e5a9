import SonicProtocol
import SonicSession

extension ConnectionFailure {
    /// Returns what failed when `url` was requested, in words for people, as a clause or two, with what can be done
    /// about it (docs/guide/messages.md lists them all).
    public func words(for url: WebURL) -> String {
        switch self {
        case .unsupportedScheme(let scheme):
            "addresses that begin with \(scheme): cannot be opened; use http or https"
        case .unknownHost(let host):
            "unknown host: \(host); check its spelling and the network"
        case .unreachable(let host, let port, let detail):
            "cannot connect to \(host):\(port) (\(detail)); check that the server is running and the port is right"
        case .insecure(let host, let detail, _):
            "the TLS connection to \(host) cannot be trusted (\(detail))" + Words.trustOptions
        case .certificateWanted(let host, let detail):
            "\(host) asks for a client certificate (\(detail)); give one that it accepts: "
                + "\(Words.certificateOptions)the settings client-certificate and client-key"
        case .withoutTLS(let port, let detail):
            Self.isPlain(detail)
                ? "\(url.host) does not speak TLS at port \(port) (\(detail)); try http://\(url.hostAndPort)"
                : "TLS negotiation with \(url.host), port \(port), failed (\(detail)); "
                    + "check which versions and certificates it requires"
        case .timedOut(let phase, let limit):
            "\(url.host) took longer than \(limit.inSeconds) \(Self.doing(phase)); try again"
        case .overdue(let limit):
            "loading took longer than \(limit.inSeconds) in all (max-time) and was stopped; "
                + "allow more with --max-time SECONDS"
        case .truncated(let received, let expected):
            "the connection closed after \(received)\(expected.map { " of \($0)" } ?? "") bytes of the page; "
                + "try again"
        case .reset(let detail): "\(url.host) closed the connection without a response (\(detail)); try again"
        case .proxy(let detail): "the proxy failed (\(detail)); check it and its address"
        case .malformed(let detail):
            "response is not valid HTTP (\(detail)); check what listens at \(url.host)"
        case .undecodable(let detail):
            "content coding of the response is broken (\(detail)); "
                + "request it without one: -H 'Accept-Encoding:'"
        // What is wrong with a file names it.
        case .refused("files", let detail): detail
        case .refused(let name, let detail): "\(name.rawValue): \(detail)"
        case .cancelled: "stopped"
        case .withheld(let reason): "the request was not sent (\(reason))"
        case .unsendable(let detail): "\(detail); choose the file again"
        case .libraryMissing(let detail): "libcurl cannot be loaded (\(detail)); install the package libcurl4"
        case .exhausted(let detail):
            "this program reached a limit of the system (\(detail)); "
                + "raise the limit (ulimit -n, ulimit -v), or request less at once"
        case .other(let code, let detail): "the transfer failed (\(detail), code \(code)); try again"
        }
    }

    /// The failure in a few words, for use inside a sentence.
    var short: String {
        switch self {
        case .truncated(let received, _): "after \(received) bytes of body"
        case .reset: "reset"
        case .timedOut(let phase, _): "took too long \(Self.doing(phase))"
        case .overdue: "took too long in all"
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy, .malformed, .undecodable, .cancelled, .withheld, .refused, .unsendable, .libraryMissing,
            .exhausted, .other:
            "transfer failed"
        }
    }

    /// Whether a library's error about a handshake means that the received bytes were not TLS at all, for example
    /// plain HTTP.
    private static func isPlain(_ detail: String) -> Bool {
        ["wrong version number", "packet length too long", "unexpected TLS packet"].contains {
            detail.contains($0)
        }
    }

    private static func doing(_ phase: TransferPhase) -> String {
        switch phase {
        case .resolving: "to look up its name"
        case .connecting: "to accept the connection"
        case .securing: "to negotiate TLS"
        case .waiting: "to begin its response"
        case .receiving: "to send the next bytes"
        }
    }

    /// Returns why a request failed; for a POST also whether the server may have processed it.
    func words(for url: WebURL, posting body: PostBody?) -> String {
        let text = words(for: url)
        guard let body else { return text }
        let post = "the \(body.words)"
        if case .unsendable = self { return text + "; \(post) was not sent completely" }
        return isBeforeSending
            ? text + "; \(post) was not sent" : text + "; it is unknown whether the server processed \(post)"
    }
}

extension FetchFailure {
    /// Returns what went wrong, in words for people.
    /// - Parameter url: The last address that was requested.
    public func words(for url: WebURL) -> String {
        switch self {
        case .connection(let failure): failure.words(for: url)
        case .notCached: "not in the cache, and only the cache was allowed"
        case .tooManyRedirects: "more than 20 redirects"
        case .redirected(let target): "redirected to \(target), and redirects were not allowed"
        case .badRedirect(let problem): "the redirect cannot be followed: \(problem.words)"
        case .tooLarge(let limit): "response is larger than \(Words.size(limit)) and was stopped"
        case .stopped: "cancelled"
        }
    }
}

extension BadRedirect {
    /// Why the redirect is not followed, as a clause.
    public var words: String {
        switch self {
        case .invalidAddress: "it is not a valid address"
        case .scheme(let scheme): "the scheme \(scheme): is not followed"
        case .unencryptedPost: "the body posted over https would be sent unencrypted"
        }
    }
}
