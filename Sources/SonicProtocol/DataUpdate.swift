import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// The body of a data update: every block's new bytes, and the hash the merged page must have
/// (docs/protocol.md#update).
public struct DataUpdate: Sendable, Equatable {
    /// Block bytes by key, braces included. Servers send all blocks, changed or not.
    public let data: [String: [UInt8]]
    /// The template tag in the body; nil when missing.
    public let templateTag: String?
    /// SHA-1 the merged page must have, as sent; nil when missing.
    public let htmlSHA1: String?

    /// Why a body is no data update.
    public enum Failure: Error, Equatable, Sendable {
        /// The body is empty (PHP on pages that are not UTF-8, docs/protocol.md#quirks).
        case empty
        /// The body is no JSON object with an object of strings under `data`; with what was wrong.
        case malformed(String)
    }

    /// Reads the body of an answer. Linear in the body.
    public init(json body: [UInt8]) throws(Failure) {
        guard !body.isEmpty else { throw .empty }
        let wire: Wire
        do {
            wire = try JSONDecoder().decode(Wire.self, from: Data(body))
        } catch let error as DecodingError {
            throw .malformed(Self.explain(error))
        } catch {
            throw .malformed("it is no JSON")
        }
        data = wire.data.mapValues { Array($0.utf8) }
        templateTag = wire.templateTag
        htmlSHA1 = wire.htmlSHA1
    }

    private struct Wire: Decodable {
        var data: [String: String]
        var templateTag: String?
        var htmlSHA1: String?

        enum CodingKeys: String, CodingKey {
            case data
            case templateTag = "template-tag"
            case htmlSHA1 = "html-sha1"
        }
    }

    private static func explain(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "it is no object"
                : "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is of the wrong type"
        case .dataCorrupted: "it is not valid JSON, or it ends too early"
        @unknown default: "it is no data update"
        }
    }
}
