import CCurl

/// A libcurl handle, for one transfer after the other, with setters and getters by type. An option that an older
/// libcurl does not know is left out: each has a behaviour without it that is slower or coarser, never wrong.
final class EasyHandle {
    /// libcurl's own handle.
    let raw: UnsafeMutableRawPointer
    /// libcurl's words about a failure, empty for none.
    let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// A handle with what holds for every transfer; nil where memory has run out.
    init?() {
        guard let raw = late_easy_init() else { return nil }
        self.raw = raw
        errorText.initialize(repeating: 0)
        setStanding()
    }

    deinit {
        late_easy_cleanup(raw)
        errorText.deallocate()
    }

    /// Takes all options back but for what holds for every transfer, so that nothing is left of one that has ended. A
    /// new handle takes longer.
    func reset() {
        late_easy_reset(raw)
        errorText[0] = 0
        setStanding()
    }

    /// Sets what holds for every transfer, before there is one that waits for it.
    private func setStanding() {
        set(CURLOPT_ERRORBUFFER, pointer: errorText.baseAddress)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // A thread that looks up a name is left behind on cancel; without this the cancel waits for it.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_NOSIGNAL, 1)
        // As much as is told as one piece.
        set(CURLOPT_BUFFERSIZE, 32 << 10)
        // CURLAUTH_BASIC and CURLAUTH_DIGEST, macros that Swift does not see.
        set(CURLOPT_HTTPAUTH, 1 | 2)
        set(CURLOPT_PROXYAUTH, 1 | 2)
    }

    func set(_ option: CURLoption, _ value: Int) { _ = late_set_long(raw, option, value) }

    func set(_ option: CURLoption, _ value: String?) { _ = late_set_text(raw, option, value) }

    func set(_ option: CURLoption, pointer: UnsafeRawPointer?) { _ = late_set_pointer(raw, option, pointer) }

    func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
        _ = late_set_list(raw, option, list)
    }

    func long(_ what: CURLINFO) -> Int { late_get_long(raw, what) }

    func offset(_ what: CURLINFO) -> Int { Int(late_get_offset(raw, what)) }

    func text(_ what: CURLINFO) -> String? { late_get_text(raw, what).map { String(cString: $0) } }
}
