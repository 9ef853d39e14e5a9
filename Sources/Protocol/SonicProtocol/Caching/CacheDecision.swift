/// What is to be done about a request, given what is stored. Notes are sentences that name the header a
/// decision rests on.
public enum CacheDecision: Sendable, Equatable {
    /// The stored response answers.
    case use(StoredUse, note: String)
    /// The stored response answers although it is stale, and is to be validated behind the answer.
    case useAndRefresh(StoredUse, note: String)
    /// The server is to be asked.
    case ask(CacheQuestion)
    /// The request wants no server asked, and nothing stored answers: 504 (RFC 9111 §5.2.1.7).
    case gatewayTimeout(note: String)
    /// The mode wants no server asked, and nothing stored answers: a network error (Fetch §4.6).
    case notCached(note: String)
}

/// What the server is asked.
public struct CacheQuestion: Sendable, Equatable {
    /// What the answer may come to.
    public enum Purpose: Sendable, Equatable {
        /// The resource, whatever is stored.
        case fetch
        /// Whether one of these stored responses is current; never empty.
        case validate([StoredVariant])
        /// The rest of this response, of which the beginning is stored, if it is still the one named.
        case complete(StoredVariant, StrongValidator)
    }

    /// What the answer may come to.
    public var purpose: Purpose
    /// Why it is asked.
    public var note: String

    /// A question of these parts.
    public init(_ purpose: Purpose, note: String) {
        self.purpose = purpose
        self.note = note
    }

    /// The headers of the request that puts the question: those of the caller with its conditions.
    public func headers(_ callers: Headers) -> Headers {
        var sent = callers
        func append(_ name: String, _ value: [UInt8]) {
            sent.append(HeaderField(nameBytes: name.utf8, valueBytes: value))
        }
        switch purpose {
        case .fetch: break
        case .validate(let variants):
            let tags = variants.compactMap { EntityTag($0.response.headers)?.bytes }
            if !tags.isEmpty { append("If-None-Match", Array(tags.joined(separator: ", ".utf8))) }
            // Among several a date cannot say which one it is of (RFC 9111 §4.3.1).
            if variants.count == 1, let modified = variants[0].response.headers.sendable("last-modified") {
                append("If-Modified-Since", modified.bytes)
            }
        case .complete(let variant, let validator):
            sent.append("Range", "bytes=\(variant.response.extent.count)-")
            append("If-Range", validator.bytes)
        }
        return sent
    }
}

/// A stored response as the answer to a request.
public struct StoredUse: Sendable, Equatable {
    /// How much of the body answers.
    public enum Portion: Sendable, Equatable {
        /// All of it.
        case whole
        /// These bytes of it, of so many where the length is known: a 206.
        case range(Range<Int>, of: Int?)
        /// None of it: the request is a HEAD.
        case headOnly
    }

    /// The stored response.
    public var variant: StoredVariant
    /// How much of its body answers.
    public var portion: Portion

    /// A use of these parts.
    public init(_ variant: StoredVariant, _ portion: Portion) {
        self.variant = variant
        self.portion = portion
    }

    /// Where the answer's bytes are among those stored, counted from the first that is.
    public var storedRange: Range<Int> {
        let extent = variant.response.extent
        switch portion {
        case .whole: return 0..<extent.count
        case .headOnly: return 0..<0
        case .range(let range, _):
            let start = extent.range.lowerBound
            return (range.lowerBound - start)..<(range.upperBound - start)
        }
    }

    /// The status of the answer.
    public var status: Int {
        switch portion {
        case .whole, .headOnly: variant.response.status
        case .range: 206
        }
    }

    /// The reason phrase of the answer.
    public var reason: String {
        status == variant.response.status ? variant.response.reason : "Partial Content"
    }

    /// The fields of the answer, with its Age where it was not confirmed for this request (RFC 9111 §5.1).
    /// - Parameter age: In seconds; nil for an answer that was confirmed.
    public func headers(age: Int64?) -> Headers {
        var headers = variant.response.headers
        if let age { headers.replace("Age", "\(age)") }
        switch portion {
        case .whole, .headOnly: break
        case .range(let range, let total):
            headers.replace("Content-Length", "\(range.count)")
            headers.replace("Content-Range", ContentRange(range, of: total).text)
        }
        return headers
    }
}
