/// The client whose headers a page request has: this program, or one of VasSonic's own clients
/// (docs/reference/protocol.md#as).
public enum RequestClient: String, Sendable, CaseIterable {
    /// This program.
    case sonic
    /// VasSonic's framework for iOS.
    case ios
    /// VasSonic's SDK for Android.
    case android

    /// The name for display.
    public var title: String {
        switch self {
        case .sonic: "sonic"
        case .ios: "iOS"
        case .android: "Android"
        }
    }

    /// Whether its requests differ from this program's.
    public var isAnother: Bool { self != .sonic }

    /// Returns a validator as the client stores it, received in the header of this name, and sends it: only a weak one
    /// is changed, by Android to lower case without `w/` and any quotes, by iOS to what follows `W/`, without the outer
    /// quotes; under another name than ETag, iOS never finds what it changed.
    package func stored(_ etag: String, named name: String) -> String {
        let lowered = etag.lowercased()
        switch self {
        case .sonic: return ResponseTags.bare(etag)
        case .android where lowered.hasPrefix("w/"):
            return String(lowered.replacing("w/", with: "").filter { $0 != "\"" })
        case .ios where etag.hasPrefix("W/") && etag.count > 3 && name.lowercased() == "etag":
            let tag = etag.dropFirst(2)
            let isQuoted = tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 3
            return String(isQuoted ? tag.dropFirst().dropLast() : tag)
        case .android, .ios: return etag
        }
    }

    /// Returns the headers of a VasSonic client's request, in the order and case in which its code sets them. They
    /// contain neither If-Modified-Since nor cache directives.
    func fields(
        _ asked: RequestConditions, product: String, cookies: HeaderValue?, _ custom: [HeaderField]
    ) -> [ChosenField] {
        var fields: [ChosenField] = []
        let why = "as VasSonic's client for \(title) sends it"
        func add(_ name: String, _ value: HeaderValue, _ reason: String? = nil) {
            fields.append(ChosenField(HeaderField(name, value), why: reason ?? why))
        }
        func addCustom() {
            // Headers that an app sets in addition to the framework's replace the framework's in place.
            for field in custom where !field.valueBytes.isEmpty {
                let chosen = ChosenField(field, why: "given with an option or in the configuration")
                if let place = fields.firstIndex(where: { $0.field.isNamed(field.name) }) {
                    fields[place] = chosen
                } else {
                    fields.append(chosen)
                }
            }
        }
        let stored = "the stored page's, \(why)"
        switch self {
        case .sonic, .android:
            add("accept-diff", "true")
            add("If-None-Match", asked.validator ?? "", asked.validator == nil ? nil : stored)
            add("template-tag", asked.template ?? "", asked.template == nil ? nil : stored)
            add("method", "GET")
            add("Accept-Encoding", "gzip")
            add("Accept-Language", "zh-CN,zh;")
            add("sonic-sdk-version", HeaderValue(RequestHeaders.sdkVersion))
            addCustom()
            if let cookies { add("Cookie", cookies, "the cookies stored for this address") }
            add("User-Agent", HeaderValue("\(product) \(RequestHeaders.sdkVersion)"))
        case .ios:
            add("accept-diff", "true")
            add("method", "GET")
            add("accept-Encoding", "gzip")
            add("accept-Language", "zh-CN,zh;")
            add("sonic-sdk-version", HeaderValue(RequestHeaders.sdkVersion))
            add("sonic-load-type", "__SONIC_HEADER_VALUE_SONIC_LOAD__")
            // Both are empty on a first load; later, a tag that the stored page does not have is omitted.
            let isFirst = asked.validator == nil && asked.template == nil
            if let etag = asked.validator ?? (isFirst ? "" : nil) {
                add("If-None-Match", etag, isFirst ? nil : stored)
            }
            if let tag = asked.template ?? (isFirst ? "" : nil) {
                add("template-tag", tag, isFirst ? nil : stored)
            }
            add("User-Agent", HeaderValue(product))
            addCustom()
            if let cookies { add("Cookie", cookies, "the cookies stored for this address") }
        }
        // A header given by the user replaces all others of its name, and one without a value removes it.
        fields.removeAll { chosen in
            custom.contains { $0.isNamed(chosen.field.name) }
                && (chosen.field.valueBytes.isEmpty || !custom.contains(chosen.field))
        }
        return fields
    }
}
