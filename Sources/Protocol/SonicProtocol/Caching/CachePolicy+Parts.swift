/// What becomes of a part that came (RFC 9111 §3.3, §3.4).
public enum PartPlacement: Sendable, Equatable {
    /// It is stored in place of these.
    case alone(replacing: [Int])
    /// It is joined with this stored part to a larger one or to the whole: the response, and where in the
    /// stored bytes and in the new ones the joined body's bytes are found.
    case joined(StoredVariant, StoredResponse)
    /// It is not stored, for this reason.
    case dropped(note: String)
}

extension CachePolicy {
    /// What becomes of a part of a response that came.
    public func placement(of part: StoredResponse) -> PartPlacement {
        guard let selected else { return .alone(replacing: superseded(by: part)) }
        let stored = selected.response
        let validators = (StrongValidator(stored.headers), StrongValidator(part.headers))
        let isSame = validators.0 != nil && validators.0 == validators.1 && !stored.isCoded
        switch stored.extent {
        case .whole:
            let isOther = validators.1 != nil && validators.0 != validators.1
            guard isOther else {
                return .dropped(note: "The part is not stored: a whole response is.")
            }
            return .alone(replacing: superseded(by: part))
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

    /// The bytes of a joined body: those of the new part go over those kept, which touch or overlap it.
    public static func joinedBody(
        _ kept: [UInt8], at keptStart: Int, with part: [UInt8], at start: Int
    ) -> [UInt8] {
        let head = kept.prefix(max(0, start - keptStart))
        let tail = kept.dropFirst(max(0, start + part.count - keptStart))
        return Array(head) + part + Array(tail)
    }

    /// A response whose transfer broke off after so many bytes of its body, as it may be stored to be completed
    /// later; nil when it may not: only a 200 with a strong validator (RFC 9111 §3.3), and not in place of a
    /// whole one that is the same.
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
}

/// Whether all of a response came.
public enum Completeness: Sendable, Equatable {
    /// It did; the response with its extent.
    case complete(StoredResponse)
    /// It did not, and the rest can be asked for.
    case partial(StoredResponse)
    /// What came is not what its headers announce, and is not stored, for this reason.
    case senseless(note: String)
}

extension CachePolicy {
    /// Whether so many bytes are all of a response whose transfer ended in good order, the stored beginning
    /// of one that was completed included (RFC 9112 §8).
    public func completeness(of response: StoredResponse, count: Int) -> Completeness {
        var response = response
        let announced: Int?
        switch response.extent {
        // Of a 206 that holds all there is the range is known from the beginning.
        case .whole(let length): announced = length > 0 ? length : response.announcedLength
        case .part(let range, let total) where response.status == 206:
            guard count > 0, count <= range.count else {
                return .senseless(note: "Not stored: longer than Content-Range announces.")
            }
            // Fewer bytes than announced still are those from the first one on.
            response.extent = .part(range.lowerBound..<(range.lowerBound + count), of: total)
            return .complete(response)
        case .part(_, let length): announced = length
        }
        response.extent = .whole(count)
        guard let announced, announced != count else { return .complete(response) }
        if announced > count, let part = broken(response, after: count) { return .partial(part) }
        return .senseless(note: "Not stored: Content-Length announces \(announced) bytes, and \(count) came.")
    }

    /// A stored response as the answer to the request; nil when its bytes do not answer.
    public func use(of variant: StoredVariant) -> StoredUse? {
        portion(of: variant).map { StoredUse(variant, $0) }
    }

    /// Whether a status means that the server is in trouble, so that `rescue` may help (RFC 5861 §4).
    public static func isTrouble(_ status: Int) -> Bool { StatusRules.isServerTrouble(status) }
}
