import CCurl

/// A libcurl handle, for one transfer after the other, with setters and getters by type. An option that an older libcurl does not know is
/// left out: each has a behaviour without it that is slower or coarser, never wrong.
final class EasyHandle {
    /// libcurl's own handle.
    let raw: UnsafeMutableRawPointer
    /// libcurl's words about a failure, empty for none.
    let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// A handle without options; nil where memory has run out.
    init?() {
        guard let raw = late_easy_init() else { return nil }
        self.raw = raw
        errorText.initialize(repeating: 0)
    }

    deinit {
        late_easy_cleanup(raw)
        errorText.deallocate()
    }

    /// Takes all options back, so that nothing is left of a transfer that has ended. A new handle takes longer.
    func reset() {
        late_easy_reset(raw)
        errorText[0] = 0
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
