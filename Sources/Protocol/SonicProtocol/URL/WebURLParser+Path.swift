/// Parses paths, queries and fragments.
extension WebURLParser {
    mutating func pathStart() {
        if startsWithSlash {
            rest = rest.dropFirst()
            segments()
        } else if url.isSpecial {
            segments()
        } else {
            queryAndFragment()
        }
    }

    /// The standard's path state: parses segments up to the query, the fragment or the end. The slash before the first
    /// segment is already consumed.
    mutating func segments() {
        while true {
            let end = rest.firstIndex(where: isPathStart) ?? rest.endIndex
            let segment = rest[..<end]
            rest = rest[end...]
            let isLast = !startsWithSlash
            append(segment, isLast: isLast)
            if isLast { break }
            rest = rest.dropFirst()
        }
        url.path = String(decoding: path, as: UTF8.self)
        queryAndFragment()
    }

    private mutating func append(_ segment: ArraySlice<UInt8>, isLast: Bool) {
        switch Self.dots(segment) {
        case 2:
            shortenPath()
            if isLast { path.append(UInt8(ascii: "/")) }
        case 1:
            if isLast { path.append(UInt8(ascii: "/")) }
        default:
            let isFirst = path.isEmpty
            path.append(UInt8(ascii: "/"))
            PercentEncodeSet.path.encode(segment, into: &path)
            if isFirst, url.scheme == "file", Self.isDriveLetter(segment) {
                path[path.count - 1] = UInt8(ascii: ":")
            }
        }
    }

    mutating func shortenPath() {
        if url.scheme == "file", isDriveSegment(path) { return }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return }
        path.removeSubrange(slash...)
    }

    mutating func opaquePath() {
        let end = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.endIndex
        var text = PercentEncodeSet.c0Control.encoded(rest[..<end])
        // A trailing space would be lost if the query and the fragment were removed.
        if end < rest.endIndex, text.utf8.last == 0x20 {
            text.removeLast()
            text += "%20"
        }
        url.path = text
        rest = rest[end...]
        queryAndFragment()
    }

    mutating func queryAndFragment() {
        if rest.first == UInt8(ascii: "?") {
            let end = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
            let set = url.isSpecial ? PercentEncodeSet.specialQuery : PercentEncodeSet.query
            let query = rest[..<end].dropFirst()
            // Only the query of a special URL other than ws and wss is in the page's encoding (URL standard §4.4).
            if let queryEncoding, url.isSpecial, url.scheme != "ws", url.scheme != "wss",
                query.contains(where: { $0 >= 0x80 })
            {
                url.query = queryEncoding.percentEncoded(String(decoding: query, as: UTF8.self), set)
            } else {
                url.query = set.encoded(query)
            }
            rest = rest[end...]
        }
        if rest.first == UInt8(ascii: "#") {
            url.fragment = PercentEncodeSet.fragment.encoded(rest.dropFirst())
            rest = []
        }
    }

    // MARK: Drives and dots

    var startsWithDriveLetter: Bool {
        guard Self.isDriveLetter(rest.prefix(2)) else { return false }
        return rest.dropFirst(2).first.map { "/\\?#".utf8.contains($0) } ?? true
    }

    /// Whether the whole path is one drive such as `/C:`.
    func isDriveSegment(_ path: [UInt8]) -> Bool {
        path.count == 3 && path[1].isASCIILetter && path[2] == UInt8(ascii: ":")
    }

    private static func isDriveLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 2 && bytes[bytes.startIndex].isASCIILetter
            && (bytes[bytes.startIndex + 1] == UInt8(ascii: ":")
                || bytes[bytes.startIndex + 1] == UInt8(ascii: "|"))
    }

    /// Returns the number of dots if the segment is `.` or `..`, each dot written as `.` or `%2e`; 0 for any other
    /// segment.
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        guard segment.count <= 6 else { return 0 }
        var count = 0
        var left = segment
        while let first = left.first {
            if first == UInt8(ascii: ".") {
                left = left.dropFirst()
            } else if Bytes.equalIgnoringCase(left.prefix(3), "%2e".utf8) {
                left = left.dropFirst(3)
            } else {
                return 0
            }
            count += 1
        }
        return count <= 2 ? count : 0
    }
}
