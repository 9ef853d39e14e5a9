extension Exchange.Client {
    /// Returns the short name of a client.
    static func name(address: String?, userAgent: String?) -> String {
        let product = userAgent.map(Self.product) ?? "no User-Agent"
        guard let address, !Self.isLoopback(address) else { return product }
        return "\(product) \(address)"
    }

    private static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Returns the product of a User-Agent (RFC 9110 §10.1.5); all browsers begin with the same one.
    private static func product(_ text: String) -> String {
        let words = text.split(separator: " ")
        func version(behind name: String) -> String? {
            words.first { $0.hasPrefix(name + "/") }.map {
                String($0.dropFirst(name.count + 1).prefix { $0 != "." })
            }
        }
        let device = ["iPhone", "iPad", "Android"].first { text.contains($0) }
        // VasSonic adds its name to that of the web view (docs/reference/protocol.md).
        if let device, version(behind: "Sonic") != nil { return "VasSonic, \(device)" }
        guard text.hasPrefix("Mozilla/") else {
            let first = (words.first ?? "").prefix(32)
            return first.isEmpty ? "no User-Agent" : String(first).replacing("/", with: " ")
        }
        let names = [
            ("Edg", "Edge"), ("OPR", "Opera"), ("FxiOS", "Firefox"), ("Firefox", "Firefox"),
            ("CriOS", "Chrome"),
            ("HeadlessChrome", "Chrome"), ("Chrome", "Chrome"),
        ]
        for (sign, name) in names {
            if let number = version(behind: sign) {
                return "\(name) \(number)" + (device.map { ", " + $0 } ?? "")
            }
        }
        if version(behind: "Safari") != nil, let number = version(behind: "Version") {
            return "Safari \(number)" + (device.map { ", " + $0 } ?? "")
        }
        return device ?? "a browser"
    }
}
