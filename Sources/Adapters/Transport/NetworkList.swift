import Glibc

/// The IPv6 addresses and networks in a list of hosts without a proxy. libcurl 7.88 compares an IPv6 address with the
/// text of the list only, so that it finds neither another spelling (RFC 5952 §4) nor a network.
struct NetworkList {
    private let networks: [(address: [UInt8], bits: Int)]

    /// Reads a list of hosts that are separated by commas or spaces; nil for that of the environment, as libcurl does.
    init(_ list: String?) {
        let set = ["no_proxy", "NO_PROXY"].lazy.compactMap { (name: String) in getenv(name) }.first
        let list = list ?? set.map { String(cString: $0) }
        networks = (list ?? "").split { $0 == "," || $0 == " " }.compactMap { entry in
            let parts = entry.split(separator: "/", maxSplits: 1)
            let bits = parts.count > 1 ? Int(parts[1]) : 128
            guard let address = Self.address(parts[0]), let bits, 0...128 ~= bits else { return nil }
            return (address, bits)
        }
    }

    /// Whether a host is an IPv6 address in one of the networks.
    func contains(_ host: String) -> Bool {
        guard !networks.isEmpty, let address = Self.address(host[...]) else { return false }
        return networks.contains { network in
            let (bytes, bits) = network.bits.quotientAndRemainder(dividingBy: 8)
            return network.address.prefix(bytes) == address.prefix(bytes)
                && (bits == 0 || (network.address[bytes] ^ address[bytes]) >> (8 - bits) == 0)
        }
    }

    /// Returns the 16 bytes of an IPv6 address, with or without brackets; nil for anything else.
    private static func address(_ text: Substring) -> [UInt8]? {
        var address = in6_addr()
        let digits = text.filter { $0 != "[" && $0 != "]" }
        guard inet_pton(AF_INET6, digits, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}
