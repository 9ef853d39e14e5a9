import Exchanges
import SonicProtocol
import SonicSession

/// The edits of a request's fields, compared with the request as it was decided. Secrets are masked in the texts.
struct EditedFields {
    private let original: Request
    private let url: WebURL
    /// The fields of the decided request that are not matched to a line yet.
    private var left: [HeaderField]

    /// Creates the comparison; nil if the request was not edited.
    init?(_ turn: SessionTrace.Turn) {
        let originals = turn.edits.compactMap { edit -> Request? in
            if case .request(let original) = edit { original } else { nil }
        }
        guard let original = originals.first else { return nil }
        self.original = original
        url = turn.request?.url ?? original.url
        left = original.headers.fields
    }

    /// Returns the edit of a field that was sent; nil if it is as decided, and if the connection adds it.
    mutating func why(_ field: HeaderField) -> String? {
        if let same = left.firstIndex(where: { $0.isNamed(field.name) && $0.valueBytes == field.valueBytes })
        {
            left.remove(at: same)
            return nil
        }
        if let other = left.firstIndex(where: { $0.isNamed(field.name) }) {
            let decided = left.remove(at: other)
            return "edited by hand; originally \(Self.masked(decided))"
        }
        let isOwn =
            Self.added.contains { field.isNamed($0) }
            || field.isNamed("host") && field.value == url.hostAndPort
        return isOwn ? nil : "added by hand"
    }

    /// Returns the edit of the request line; empty if it is as decided.
    func whyRequestLine(_ line: [UInt8]) -> [String] {
        let words = Bytes.text(line).split(separator: " ").map(String.init)
        guard words.count >= 2 else { return [] }
        // Through a proxy it has the absolute address.
        let targets = [original.url.requestTarget, original.url.withoutFragment.withoutCredentials.href]
        guard words[0] != original.method || !targets.contains(words[1]) else { return [] }
        return ["edited by hand; originally \(original.method) \(original.url.requestTarget)"]
    }

    /// The fields of the decided request that were not sent.
    var removed: [String] { left.map(Self.masked) }

    /// The fields that connections add themselves.
    private static let added = [
        "authorization", "connection", "content-length", "content-type", "http2-settings",
        "proxy-authorization",
        "proxy-connection", "transfer-encoding", "upgrade",
    ]

    private static func masked(_ field: HeaderField) -> String {
        "\(field.name): \(Secrets.masked.value(of: field))"
    }
}
