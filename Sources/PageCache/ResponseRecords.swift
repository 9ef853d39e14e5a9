import SonicProtocol
import SonicSession

/// The `index` file of a key: every response stored under it, without the bodies (docs/cache-format.md#index).
struct ResponseIndex: Codable, Equatable {
    /// The key, which the folder's name is the digest of.
    var key: String
    /// The largest number that was ever given.
    var last: Int
    /// The responses, latest first.
    var entries: [Entry]

    /// One response.
    struct Entry: Codable, Equatable {
        var number: Int
        /// SHA-1 of the body that is kept.
        var sha1: String
        var response: ResponseRecord
    }
}

/// A stored response as JSON.
struct ResponseRecord: Codable, Equatable {
    var url: String
    var status: Int
    var reason: String
    var version: String
    var headers: HeaderLines
    /// What each request had in the fields that Vary names; a null stands for one that no other request equals.
    var requests: [[Field]?]
    /// Milliseconds since 1970.
    var requested: Int64
    /// Milliseconds since 1970.
    var received: Int64
    /// How many bytes of the body are kept.
    var length: Int
    /// Where those bytes begin; nil when they are all of the body.
    var start: Int?
    /// The length of a body of which a part is kept, where it is known.
    var whole: Int?
    var assignedLifetime: Int64?

    /// A field of a request; without a value, one that it did not have.
    struct Field: Codable, Equatable {
        var name: String
        var value: String?
    }

    /// The record of a response.
    init(_ response: StoredResponse) {
        url = response.url.href
        status = response.status
        reason = response.reason
        version = response.version
        headers = HeaderLines(response.headers)
        requests = response.requests.map { request in
            switch request {
            case .any: nil
            case .fields(let fields): fields.map { Field(name: $0.name, value: $0.value) }
            }
        }
        requested = response.requested.milliseconds
        received = response.received.milliseconds
        length = response.extent.count
        if case .part(let range, let total) = response.extent {
            start = range.lowerBound
            whole = total
        }
        assignedLifetime = response.assignedLifetime
    }

    /// The response of this record; nil when it makes no sense.
    var response: StoredResponse? {
        guard let url = WebURL(url), length >= 0, (start ?? 0) >= 0, !requests.isEmpty else { return nil }
        let extent: BodyExtent
        if let start {
            let (end, overflow) = start.addingReportingOverflow(length)
            guard !overflow, whole.map({ $0 >= end }) ?? true else { return nil }
            extent = .part(start..<end, of: whole)
        } else {
            extent = .whole(length)
        }
        return StoredResponse(
            url: url, status: status, reason: reason, version: version, headers: headers.headers,
            requests: requests.map { fields in
                fields.map { .fields($0.map { VaryKey.Field(name: $0.name, value: $0.value) }) } ?? .any
            },
            requested: Instant(milliseconds: requested), received: Instant(milliseconds: received),
            extent: extent, assignedLifetime: assignedLifetime)
    }
}
