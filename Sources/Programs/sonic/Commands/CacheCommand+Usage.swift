import BrowserValues
import PageCache
import SonicProtocol
import SonicSession

// The usage of the stores, compared with their limits.
extension CacheCommand {
    /// The usage of one store and its limits.
    private struct Gauge {
        let name: String
        let account: String?
        let usage: StoreUsage
        let bytes: Int
        let count: Int
        let noun: String

        /// The number of characters of its bar.
        private static let width = 20

        /// The percentage of the bytes that is used.
        private var percent: Int {
            bytes > 0 ? Int((Double(usage.bytes) / Double(bytes) * 100).rounded()) : usage.bytes > 0 ? 100 : 0
        }

        var line: String {
            let filled = min(Self.width, (percent * Self.width + 99) / 100)
            let bar =
                String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
            let whose = account.map { $0.isEmpty ? "" : "  (\($0))" } ?? ""
            let pinned =
                usage.pinned == 0
                ? "" : ", and \(usage.pinnedBytes.sizeText) of \(usage.pinned) kept offline"
            return name.padding(to: 10) + "[\(bar)]" + CacheCommand.right("\(percent) %", 6)
                + CacheCommand.right(usage.bytes.sizeText, 10) + " of \(bytes.sizeText), "
                + "\(usage.count) of \(count) \(noun)" + pinned + whose
        }

        var json: JSONValue {
            [
                "store": .string(name), "account": .string(orNull: account), "bytes": .integer(usage.bytes),
                "bytesAllowed": .integer(bytes), "count": .integer(usage.count),
                "countAllowed": .integer(count), "pinned": .integer(usage.pinned),
                "pinnedBytes": .integer(usage.pinnedBytes),
            ]
        }
    }

    private func gauges() async throws(StoreFailure) -> [Gauge] {
        var gauges = [
            Gauge(
                name: "pages", account: nil, usage: try await cache.usage(), bytes: cache.limits.bytes,
                count: cache.limits.pages, noun: "pages")
        ]
        for name in try AccountFolder.accounts(in: cache.root) where account == nil || account == name {
            let responses = ResponseCache(
                root: cache.root, account: name, hashes: .nettle, limits: responseLimits, now: World.now)
            gauges.append(
                Gauge(
                    name: "resources", account: name, usage: try await responses.usage(),
                    bytes: responseLimits.bytes, count: responseLimits.keys, noun: "responses"))
        }
        return gauges
    }

    /// Prints the usage and limits of each store.
    func printUsage() async throws(StoreFailure) -> ExitStatus {
        let gauges = try await gauges()
        if isJSON {
            print(["folder": .string(cache.root), "stores": .array(gauges.map(\.json))])
        } else {
            for gauge in gauges { print(gauge.line) }
        }
        return .done
    }

    /// Prints the list and, unless the output is JSON, the usage.
    func overview() async -> ExitStatus {
        await reportingFailure { () async throws(StoreFailure) in
            let status = try await list()
            guard !isJSON else { return status }
            print("")
            return try await printUsage()
        }
    }
}

extension String {
    /// Returns the text padded with spaces up to a width.
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
