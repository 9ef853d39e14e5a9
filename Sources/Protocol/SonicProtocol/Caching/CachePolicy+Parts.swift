/// The storage of a received partial response (RFC 9111 §3.3, §3.4).
public enum PartPlacement: Sendable, Equatable {
    /// It is stored and replaces these.
    case alone(replacing: [Int])
    /// It is combined with this stored part into this larger or complete response.
    case joined(StoredVariant, StoredResponse)
    /// It is not stored: a complete response is.
    case dropped
}

extension CachePolicy {
    /// Returns how a received partial response is stored.
    public func placement(of part: StoredResponse) -> PartPlacement {
        guard let selected else { return .alone(replacing: superseded(by: part)) }
        let stored = selected.response
        let validators = (StrongValidator(stored.headers), StrongValidator(part.headers))
        let isSame = validators.0 != nil && validators.0 == validators.1 && !stored.isCoded
        switch stored.extent {
        case .whole:
            let isOther = validators.1 != nil && validators.0 != validators.1
            return isOther ? .alone(replacing: superseded(by: part)) : .dropped
        case .part(let kept, let total):
            guard isSame, case .part(let range, let newTotal) = part.extent,
                kept.lowerBound <= range.upperBound, range.lowerBound <= kept.upperBound,
                total == nil || newTotal == nil || total == newTotal
            else { return .alone(replacing: superseded(by: part)) }
            return .joined(selected, joined(stored, kept, with: part, range, of: newTotal ?? total))
        }
    }

    private func joined(
        _ stored: StoredResponse, _ kept: Range<Int>, with part: StoredResponse, _ range: Range<Int>,
        of total: Int?
    ) -> StoredResponse {
        var joined = part
        joined.requests = part.requests.filter { $0.range == nil }
        joined.headers = stored.headers.confirmed(by: part.headers, received: part.received)
        joined.headers.remove("content-length")
        joined.headers.remove("content-range")
        let union = min(kept.lowerBound, range.lowerBound)..<max(kept.upperBound, range.upperBound)
        if union.lowerBound == 0, union.upperBound == total {
            joined.status = 200
            joined.reason = "OK"
            joined.extent = .whole(union.count)
            joined.headers.append("Content-Length", "\(union.count)")
        } else {
            joined.extent = .part(union, of: total)
            joined.headers.append("Content-Length", "\(union.count)")
            joined.headers.append("Content-Range", ContentRange(union, of: total).text)
        }
        return joined
    }

    /// Returns the bytes of a combined body: the new part overwrites the stored bytes, which it touches or overlaps.
    public static func joinedBody(
        _ kept: [UInt8], at keptStart: Int, with part: [UInt8], at start: Int
    ) -> [UInt8] {
        let head = kept.prefix(max(0, start - keptStart))
        let tail = kept.dropFirst(max(0, start + part.count - keptStart))
        return Array(head) + part + Array(tail)
    }

    /// Returns an incomplete response, interrupted after `count` bytes of its body, as it may be stored for completion
    /// later. Nil if it may not be: only a 200 with a strong validator may (RFC 9111 §3.3), and not if the same
    /// response is stored in full.
    public func broken(_ response: StoredResponse, after count: Int) -> StoredResponse? {
        guard response.status == 200, count > 0, !response.isCoded,
            let validator = StrongValidator(response.headers)
        else { return nil }
        if let stored = selected?.response, stored.extent.isWhole,
            StrongValidator(stored.headers) == validator
        {
            return nil
        }
        var part = response
        let total: Int?
        switch response.extent {
        case .whole: total = response.announcedLength
        case .part(_, let length): total = length
        }
        part.extent = .part(0..<count, of: total)
        return part
    }

    /// Returns whether `count` bytes are the full body of a response whose transfer ended normally, including the
    /// stored beginning of a completed one (RFC 9112 §8).
    public func completeness(of response: StoredResponse, count: Int) -> Completeness {
        var response = response
        let announced: Int?
        switch response.extent {
        // The range of a 206 that contains the whole body is known from the beginning.
        case .whole(let length): announced = length > 0 ? length : response.announcedLength
        case .part(let range, let total) where response.status == 206:
            guard count > 0, count <= range.count else { return .invalid }
            // Fewer bytes than announced are still a valid range from the first one.
            response.extent = .part(range.lowerBound..<(range.lowerBound + count), of: total)
            return .complete(response)
        case .part(_, let length): announced = length
        }
        response.extent = .whole(count)
        guard let announced, announced != count else { return .complete(response) }
        if announced > count, let part = broken(response, after: count) { return .partial(part) }
        return .invalid
    }

    /// Returns a stored response as used for the request; nil if its bytes do not satisfy it.
    public func use(of variant: StoredVariant) -> StoredUse? {
        portion(of: variant).map { StoredUse(variant, $0) }
    }
}

/// Whether a response was received in full.
public enum Completeness: Sendable, Equatable {
    /// It was; the response with its extent.
    case complete(StoredResponse)
    /// It was not, and the rest can be requested.
    case partial(StoredResponse)
    /// The length contradicts the headers, and the response is not stored.
    case invalid
}
