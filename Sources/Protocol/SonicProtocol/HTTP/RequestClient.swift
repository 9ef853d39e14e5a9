/// Whose headers a request for a page has: this program's, or those of one of VasSonic's own clients
/// (docs/reference/protocol.md#as).
public enum RequestClient: String, Sendable, CaseIterable {
    /// This program.
    case sonic
    /// VasSonic's framework for iOS.
    case ios
    /// VasSonic's SDK for Android.
    case android

    /// The name for people.
    public var title: String {
        switch self {
        case .sonic: "sonic"
        case .ios: "iOS"
        case .android: "Android"
        }
    }

    /// Whether its requests say something else than this program's.
    public var isAnother: Bool { self != .sonic }

    /// The headers of a phone's Sonic request, in the order and case in which its code sets them. They know neither
    /// dates nor reloads.
    func fields(
        _ asked: Asked, product: String, cookies: HeaderValue?, _ custom: [HeaderField]
    ) -> [ChosenField] {
        var fields: [ChosenField] = []
        let why = "as VasSonic's client for \(title) sends it"
        func add(_ name: String, _ value: HeaderValue, _ reason: String? = nil) {
            fields.append(ChosenField(HeaderField(name, value), why: reason ?? why))
        }
        func addCustom() {
            // What a program sets beside the framework replaces its fields where they stand.
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
            if let cookies { add("Cookie", cookies, "the cookies kept for this address") }
            add("User-Agent", HeaderValue("\(product) \(RequestHeaders.sdkVersion)"))
        case .ios:
            add("accept-diff", "true")
            add("method", "GET")
            add("accept-Encoding", "gzip")
            add("accept-Language", "zh-CN,zh;")
            add("sonic-sdk-version", HeaderValue(RequestHeaders.sdkVersion))
            add("sonic-load-type", "__SONIC_HEADER_VALUE_SONIC_LOAD__")
            // Empty at a first load; later a tag that the stored page lacks is left out.
            let isFirst = asked.validator == nil && asked.template == nil
            if let etag = asked.validator ?? (isFirst ? "" : nil) {
                add("If-None-Match", etag, isFirst ? nil : stored)
            }
            if let tag = asked.template ?? (isFirst ? "" : nil) {
                add("template-tag", tag, isFirst ? nil : stored)
            }
            add("User-Agent", HeaderValue(product))
            addCustom()
            if let cookies { add("Cookie", cookies, "the cookies kept for this address") }
        }
        // What the reader gave is the only one of its name, and one without a value is none.
        fields.removeAll { chosen in
            custom.contains { $0.isNamed(chosen.field.name) }
                && (chosen.field.valueBytes.isEmpty || !custom.contains(chosen.field))
        }
        return fields
    }
}
