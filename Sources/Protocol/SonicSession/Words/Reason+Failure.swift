import SonicProtocol

extension ConnectionFailure {
    /// What failed when `url` was asked, in words for people, as a clause or two.
    public func words(for url: WebURL) -> String { Reason.text(self, url: url) }

    /// Whether it happened before anything of the request went out.
    public var isBeforeSending: Bool {
        switch self {
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy,
            .libraryMissing, .exhausted, .withheld,
            .refused, .timedOut(.resolving, _), .timedOut(.connecting, _), .timedOut(.securing, _):
            true
        case .timedOut, .overdue, .truncated, .reset, .malformed, .undecodable, .cancelled, .unsendable,
            .other:
            false
        }
    }
}

/// What failed, in words for people, with what can be done about it (docs/messages.md lists them all).
extension Reason {
    /// Why a request failed; of a POST also whether the server may have taken it in.
    static func failure(_ failure: ConnectionFailure, _ attempt: Attempt) -> String {
        let text = text(failure, url: attempt.url)
        guard case .posted(let body) = attempt.purpose else { return text }
        let post = "the \(body.words)"
        if case .unsendable = failure { return text + "; \(post) was not sent whole" }
        return failure.isBeforeSending
            ? text + "; \(post) was not sent" : text + "; whether the server took \(post) in is not known"
    }

    static func text(_ failure: ConnectionFailure, url: WebURL) -> String {
        switch failure {
        case .unsupportedScheme(let scheme):
            "addresses that begin with \(scheme): cannot be opened; use http or https"
        case .unknownHost(let host):
            "the host name \(host) has no address; check its spelling and the network"
        case .unreachable(let host, let port, let detail):
            "nothing answers at \(host):\(port) (\(detail)); check that the server runs and the port is right"
        case .insecure(let host, let detail):
            "the TLS connection to \(host) cannot be trusted (\(detail)); "
                + "name its authority with --cacert FILE, or look all the same with --insecure"
        case .certificateWanted(let host, let detail):
            "\(host) asks for a client certificate (\(detail)); give one that it accepts: --cert FILE, --key FILE, "
                + "or the settings client-certificate and client-key"
        case .withoutTLS(let port, let detail):
            isPlain(detail)
                ? "\(url.host) does not speak TLS at port \(port) (\(detail)); try http://\(url.hostAndPort)"
                : "no TLS was agreed on with \(url.host), port \(port) (\(detail)); "
                    + "check which versions and certificates it asks for"
        case .timedOut(let phase, let limit):
            "\(url.host) took longer than \(limit.inSeconds) \(doing(phase)); try again"
        case .overdue(let limit):
            "loading took longer than \(limit.inSeconds) in all (max-time) and was stopped; "
                + "allow more with --max-time SECONDS"
        case .truncated(let received, let expected):
            "the connection closed after \(received)\(expected.map { " of \($0)" } ?? "") bytes of the page; "
                + "try again"
        case .reset(let detail):
            "\(url.host) closed the connection without an answer (\(detail)); try again"
        case .proxy(let detail):
            "the proxy failed (\(detail)); check its address, and that it runs"
        case .malformed(let detail):
            "the answer is not valid HTTP (\(detail)); check what listens at \(url.host)"
        case .undecodable(let detail):
            "the content coding of the answer is broken (\(detail)); "
                + "ask without one: -H 'Accept-Encoding:'"
        case .refused(let name, let detail):
            "\(name.rawValue): \(detail)"
        case .cancelled:
            "stopped"
        case .withheld(let reason):
            "the request was not let out (\(reason))"
        case .unsendable(let detail):
            "\(detail); choose the file again"
        case .libraryMissing(let detail):
            "libcurl cannot be loaded (\(detail)); install the package libcurl4"
        case .exhausted(let detail):
            "this program has run out of what the system lets it have (\(detail)); "
                + "raise the limit (ulimit -n, ulimit -v), or ask for less at once"
        case .other(let code, let detail):
            "the transfer failed (\(detail), code \(code)); try again"
        }
    }

    /// A failure in a word or two, for use inside a sentence.
    static func short(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .truncated(let received, _): "after \(received) bytes of body"
        case .reset: "reset"
        case .timedOut(let phase, _): "time limit while \(doing(phase))"
        case .overdue: "time limit of the whole load"
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy,
            .malformed, .undecodable,
            .cancelled, .withheld, .refused, .unsendable, .libraryMissing, .exhausted, .other:
            "transfer failed"
        }
    }

    static func text(_ failure: StoreFailure) -> String {
        switch failure {
        case .unusable(let path, let reason):
            "the cache folder \(path) cannot be used (\(reason)); choose another with --cache DIR or use --private"
        case .full(let path):
            "there is no space left for \(path); free some, or shrink the cache with sonic cache prune"
        case .failed(let operation, let path, let reason):
            "\(operation) of \(path) failed (\(reason)); check the folder, or use --private"
        }
    }

    static func text(_ rejection: Rejection) -> String {
        switch rejection {
        case .body(.empty): "its body is empty"
        case .body(.page(let beginning)):
            "its body is a page that begins with “\(beginning)”, and no data of an update"
        case .body(.malformed(let what)): "its body is no data update: \(what)"
        case .edited: "the stored page that it is about was edited by hand"
        case .undeclared: "its head announces a page, and no hash proves what it is"
        case .merge(.missing(let names, let instead)):
            "it lacks the blocks \(names.listed)"
                + (instead.isEmpty ? "" : "; came instead: \(instead.map { "“\($0)”" }.listed)")
        case .merge(.unknown(let names)): "it brings blocks this page does not have: \(names.listed)"
        case .merge(.wrongHash("", let computed)):
            "sha1 of the merged page is \(short(computed)), but html-sha1 is empty"
        case .merge(.wrongHash(let claimed, let computed)):
            "sha1 of the merged page is \(short(computed)), but html-sha1 is \(short(claimed))"
        }
    }

    /// Whether the words of a library about a handshake say that what came was no TLS at all, as plain HTTP is not.
    private static func isPlain(_ detail: String) -> Bool {
        ["wrong version number", "packet length too long", "unexpected TLS packet"].contains {
            detail.contains($0)
        }
    }

    private static func doing(_ phase: TransferPhase) -> String {
        switch phase {
        case .resolving: "to look up its name"
        case .connecting: "to accept the connection"
        case .securing: "to agree on TLS"
        case .waiting: "to begin its answer"
        case .receiving: "to send the next bytes"
        }
    }
}
