import CCurl
import CPty
import Glibc

/// The same request repeated through libcurl alone, on one connection: the baseline for a session.
final class BareRequests {
    private let multi: UnsafeMutableRawPointer
    private let easy: UnsafeMutableRawPointer
    private var lines: UnsafeMutablePointer<curl_slist>?
    /// Nothing is ever sent through it: libcurl's wait needs a descriptor that could wake it.
    private var wake: [CInt] = [-1, -1]
    private let heads: Heads

    /// The request as sent, and the number of bytes received.
    private final class Heads {
        var sent: [UInt8] = []
        var received = 0
    }

    /// Requests of a URL with the header lines of an earlier request.
    init(_ address: String, like head: [UInt8]) throws {
        if let reason = late_load() { throw Failure("libcurl: \(String(cString: reason))") }
        guard let multi = late_multi_init(), let easy = late_easy_init(), cpty_pipe(&wake) == 0 else {
            throw Failure("libcurl gives no handle")
        }
        (self.multi, self.easy) = (multi, easy)
        heads = Heads()
        let text = String(decoding: head, as: UTF8.self)
        for line in text.split(separator: "\r\n").dropFirst() {
            lines = late_list_append(lines, String(line))
        }
        let context = Unmanaged.passUnretained(heads).toOpaque()
        _ = late_set_text(easy, CURLOPT_URL, address)
        _ = late_set_list(easy, CURLOPT_HTTPHEADER, lines)
        _ = late_set_long(easy, CURLOPT_NOSIGNAL, 1)
        _ = late_set_text(easy, CURLOPT_PROXY, "")
        _ = late_set_header_function(
            easy,
            { _, size, count, context in
                BareRequests.heads(context).received += size * count
                return size * count
            }, context)
        _ = late_set_write_function(
            easy,
            { _, size, count, context in
                BareRequests.heads(context).received += size * count
                return size * count
            }, context)
    }

    deinit {
        late_easy_cleanup(easy)
        late_multi_cleanup(multi)
        late_list_free(lines)
        for end in wake { close(end) }
    }

    private static func heads(_ context: UnsafeMutableRawPointer?) -> Heads {
        // The context is set together with the callback and is never nil.
        Unmanaged<Heads>.fromOpaque(context!).takeUnretainedValue()
    }

    /// The bytes of the request's headers.
    func head() throws -> [UInt8] {
        let context = Unmanaged.passUnretained(heads).toOpaque()
        _ = late_set_debug_function(
            easy,
            { _, kind, bytes, count, context in
                if kind == CURLINFO_HEADER_OUT {
                    BareRequests.heads(context).sent += UnsafeRawBufferPointer(start: bytes, count: count)
                }
                return 0
            }, context)
        _ = late_set_long(easy, CURLOPT_VERBOSE, 1)
        _ = try send()
        _ = late_set_long(easy, CURLOPT_VERBOSE, 0)
        return heads.sent
    }

    /// Sends the request and receives the response.
    /// - Returns: The status.
    func send() throws -> Int {
        late_multi_add(multi, easy)
        defer { late_multi_remove(multi, easy) }
        var running: CInt = 1
        while true {
            late_multi_perform(multi, &running)
            if running == 0 { break }
            var woken: CInt = 0
            late_multi_wait(multi, wake[0], 1000, &woken)
        }
        var result = CURLE_OK
        guard late_multi_finished(multi, &result) != nil, result == CURLE_OK else {
            throw Failure("the bare request failed: \(String(cString: late_easy_strerror(result)))")
        }
        return late_get_long(easy, CURLINFO_RESPONSE_CODE)
    }
}
