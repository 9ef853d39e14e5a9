import CCurl

/// One libcurl transfer, with setters and getters by type. An option that an older libcurl does not know is
/// left out: each has a behaviour without it that is slower or coarser, never wrong.
struct EasyHandle {
    /// libcurl's own handle.
    let raw: UnsafeMutableRawPointer

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
