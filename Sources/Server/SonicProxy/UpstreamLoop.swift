import CCurl
import CurlSockets
import Glibc
import SonicServer

/// All requests to the upstream, carried by libcurl on the server's thread: the server's loop waits through it
/// (docs/decisions/0200-one-loop-for-both-sides.md).
public final class UpstreamLoop: Waiter {
    private let multi: UnsafeMutableRawPointer
    /// libcurl's open sockets; outlives libcurl's connections.
    let sockets = OpenSockets()
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
    func resume(_ exchange: UpstreamExchange) {
        resuming.append(exchange)
    }

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
