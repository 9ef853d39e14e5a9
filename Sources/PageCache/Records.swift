import SonicProtocol
import SonicSession

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONDecoder
    import class FoundationEssentials.JSONEncoder
    import struct FoundationEssentials.Data
#else
    import class Foundation.JSONDecoder
    import class Foundation.JSONEncoder
    import struct Foundation.Data
#endif

/// The `cfg` file of a version: everything about it but its bytes (docs/cache-format.md#cfg).
struct VersionRecord: Codable, Equatable {
    var url: String
    var length: Int
    var sha1: String
    var etag: String?
    var templateTag: String?
    /// Milliseconds since 1970.
    var stored: Int64
    /// How many updates in a row failed their hash under this template; missing for none.
    var updateFailures: Int?
    var headers: HeaderLines

    /// The record of a version.
    init(_ version: PageVersion) {
        url = version.url.href
        length = version.html.count
        sha1 = version.sha1
        etag = version.etag
        templateTag = version.templateTag
        stored = version.stored.milliseconds
        updateFailures = version.updateFailures == 0 ? nil : version.updateFailures
        headers = HeaderLines(version.headers)
    }

    /// The version of this record and these bytes; nil when the address is none.
    func version(html: [UInt8]) -> PageVersion? {
        guard let url = WebURL(url) else { return nil }
        return PageVersion(
            url: url, html: html, sha1: sha1, etag: etag, templateTag: templateTag, headers: headers.headers,
            stored: Instant(milliseconds: stored), updateFailures: updateFailures ?? 0)
    }
}

/// The `state` file of a page: what changes without a new version (docs/cache-format.md#state).
struct PageState: Codable, Equatable {
    /// What a 304 renewed; it holds for the version of its number only.
    struct Renewal: Codable, Equatable {
        var number: Int
        /// Milliseconds since 1970.
        var checked: Int64
        var headers: HeaderLines
    }

    var url: String
    var renewal: Renewal?
    /// Milliseconds since 1970; nil when Sonic is on.
    var sonicOffUntil: Int64?
}

/// Header fields as JSON: one string a field, `NAME: VALUE`, in which each byte is the character of the same
/// number, so that bytes of any encoding survive.
struct HeaderLines: Codable, Equatable {
    var headers: Headers

    init(_ headers: Headers) {
        self.headers = headers
    }

    init(from decoder: any Decoder) throws {
        let lines = try decoder.singleValueContainer().decode([String].self)
        headers = Headers(
            try lines.map { line in
                let bytes = try line.unicodeScalars.map { scalar in
                    guard let byte = UInt8(exactly: scalar.value) else { throw Failure.notABytes(line) }
                    return byte
                }
                guard let colon = bytes.firstIndex(of: 0x3A) else { throw Failure.noColon(line) }
                return HeaderField(nameBytes: bytes[..<colon], valueBytes: bytes[(colon + 1)...])
            })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
            headers.fields.map { field in
                let bytes = field.nameBytes + [0x3A, 0x20] + field.valueBytes
                return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            })
    }

    private enum Failure: Error {
        case notABytes(String)
        case noColon(String)
    }
}

/// Records as bytes and back.
enum RecordCoding {
    /// The JSON of a record with sorted keys, ending with a line feed.
    static func bytes(_ record: some Encodable) throws(StoreFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(record)) + [0x0A]
        } catch {
            throw .failed(operation: "encode", path: "\(type(of: record))", reason: "\(error)")
        }
    }

    /// The record that these bytes are; nil when they are none.
    static func record<Record: Decodable>(_ type: Record.Type, _ bytes: [UInt8]) -> Record? {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            return nil
        }
    }
}
