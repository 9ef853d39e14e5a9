import SonicProtocol
import SonicSession

/// What a person made of a request's fields, one by one: compared with the request as it was decided. Secrets are masked
/// in what is said of it.
struct EditedFields {
    private let original: Request
    private let url: WebURL
    /// Fields of the decided request that no line stood for yet.
    private var left: [HeaderField]

    /// Nil where nobody edited the request.
    init?(_ turn: SessionTrace.Turn) {
        let originals = turn.edits.compactMap { edit -> Request? in
            if case .request(let original) = edit { original } else { nil }
        }
        guard let original = originals.first else { return nil }
        self.original = original
        url = turn.request?.url ?? original.url
        left = original.headers.fields
    }

    /// What was done to a field that went out; nil where it is as it was decided, and where the connection adds it.
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

    /// What was done to the first line; empty where it is as it was decided.
    func whyRequestLine(_ line: [UInt8]) -> [String] {
        let words = Bytes.text(line).split(separator: " ").map(String.init)
        guard words.count >= 2 else { return [] }
        // Through a proxy the whole address stands there.
        let targets = [original.url.requestTarget, original.url.withoutFragment.withoutCredentials.href]
        guard words[0] != original.method || !targets.contains(words[1]) else { return [] }
        return ["edited by hand; originally \(original.method) \(original.url.requestTarget)"]
    }

    /// The fields of the decided request that did not go out.
    var removed: [String] { left.map(Self.masked) }

    /// What connections add by themselves.
    private static let added = [
        "authorization", "connection", "content-length", "content-type", "http2-settings",
        "proxy-authorization",
        "proxy-connection", "transfer-encoding", "upgrade",
    ]

    private static func masked(_ field: HeaderField) -> String {
        "\(field.name): \(Secrets.masked.value(of: field))"
    }
}
