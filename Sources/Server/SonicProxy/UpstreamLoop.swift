import CCurl
import CurlSockets
import Glibc
import SonicServer

/// All requests to the upstream, carried by libcurl on the server's thread: the server's loop waits through it
/// (docs/decisions/0200-one-loop-serves-clients-and-upstream-requests.md).
public final class UpstreamLoop: Waiter {
    private let multi: UnsafeMutableRawPointer
    /// libcurl's open sockets; outlives libcurl's connections.
    let sockets = OpenSockets()
    /// How the upstream responded so far.
    public internal(set) var upstream: UpstreamFigures? = UpstreamFigures()
    private var running: [UnsafeMutableRawPointer: UpstreamExchange] = [:]
    /// Paused exchanges to be resumed.
    private var resuming: [UpstreamExchange] = []

    /// libcurl is not available, for this reason.
    public struct Missing: Error {
        /// The reason, in words.
        public let reason: String
    }

    /// Loads libcurl.
    ///
    /// - Parameter idle: The maximum number of idle connections.
    public init(keeping idle: Int) throws(Missing) {
        if let reason = late_load() { throw Missing(reason: String(cString: reason)) }
        guard let multi = late_multi_init() else { throw Missing(reason: "out of memory") }
        self.multi = multi
        _ = late_multi_set_long(multi, CURLMOPT_MAXCONNECTS, idle)
    }

    deinit {
        sockets.watching {
            for raw in running.keys { _ = late_multi_remove(multi, raw) }
            running = [:]
            late_multi_cleanup(multi)
        }
    }

    /// Starts an exchange, which is retained until it ends.
    func start(_ exchange: UpstreamExchange) {
        running[exchange.easy] = exchange
        let code = sockets.watching { late_multi_add(multi, exchange.easy) }
        if code != CURLM_OK {
            running[exchange.easy] = nil
            exchange.fail(String(cString: late_multi_strerror(code)))
        }
    }

    /// Cancels an exchange whose response is no longer needed.
    func cancel(_ exchange: UpstreamExchange) {
        guard running.removeValue(forKey: exchange.easy) != nil else { return }
        sockets.watching { _ = late_multi_remove(multi, exchange.easy) }
    }

    /// Resumes a paused exchange in the next turn of the loop: libcurl calls back immediately, while the caller may be
    /// in the middle of something.
    func resume(_ exchange: UpstreamExchange) { resuming.append(exchange) }

    /// Waits for clients and upstream together, and lets libcurl work.
    public func wait(for entries: inout [pollfd], milliseconds: Int32) {
        let resumed = resuming
        resuming = []
        for exchange in resumed where running[exchange.easy] != nil {
            sockets.watching { _ = late_easy_pause(exchange.easy, 0) }
        }
        // libcurl's callbacks during the resumption may have produced data for a client that is already awake.
        _ = late_multi_poll(multi, &entries, UInt32(entries.count), resumed.isEmpty ? milliseconds : 0)
        var count: Int32 = 0
        sockets.watching { _ = late_multi_perform(multi, &count) }
        var result = CURLE_OK
        while let raw = late_multi_finished(multi, &result) {
            guard let exchange = running.removeValue(forKey: raw) else { continue }
            sockets.watching { _ = late_multi_remove(multi, raw) }
            if exchange.beginsAgain() { start(exchange) } else { exchange.finish(result) }
        }
    }
}

/// The reason why the upstream sent no response, or only a part of one.
struct UpstreamFailure: Error, Equatable {
    /// 502; 504 after a timeout, 503 if this machine lacks resources for the request.
    let status: Int
    /// The reason, in a sentence.
    let sentence: String

    init(_ sentence: String, status: Int = 502) {
        self.status = status
        self.sentence = sentence
    }

    /// Creates the failure of a libcurl result.
    ///
    /// - Parameters:
    ///   - reason: The underlying system error number; 0 for none.
    ///   - detail: libcurl's own description; empty for none.
    init(_ code: CURLcode, reason: Int32, detail: String, at origin: String, silence seconds: Int) {
        let words = detail.isEmpty ? String(cString: late_easy_strerror(code)) : detail
        if code == CURLE_OUT_OF_MEMORY || [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(reason) {
            let lack = reason == 0 ? "out of memory" : String(cString: strerror(reason))
            self.init(
                "The upstream \(origin) was not contacted: \(lack). Try again in a moment.", status: 503)
            return
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init("The name of the upstream \(origin) cannot be resolved: \(words).")
        case CURLE_COULDNT_CONNECT: self.init("The upstream \(origin) cannot be reached: \(words).")
        case CURLE_OPERATION_TIMEDOUT:
            self.init("The upstream \(origin) sent nothing for \(seconds) seconds.", status: 504)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            self.init("The upstream \(origin) cannot be trusted: \(words).")
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            self.init(
                "The upstream \(origin) closed the connection before its response was complete: \(words).")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            self.init("The upstream \(origin) does not speak HTTP: \(words).")
        default: self.init("The upstream \(origin) sent no response: \(words).")
        }
    }

    /// The error page with the reason.
    var page: ServerResponse {
        let title =
            switch status {
            case 503: "Service unavailable"
            case 504: "Gateway timeout"
            default: "Bad gateway"
            }
        let page = ServerResponse.trouble(status, title, sentence).noting(sentence)
        return status == 503 ? page.with("Retry-After", "1") : page
    }
}
