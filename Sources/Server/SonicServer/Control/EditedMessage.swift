import Exchanges
import SonicProtocol

/// The headers of an edited request or response: a first line and fields.
struct EditedHead {
    let firstLine: String
    /// The fields, without those of the body's framing, which the server sets.
    let headers: Headers

    /// The maximum size of the headers, in bytes.
    static let longest = 64 << 10

    /// Parses headers, and restores the secrets of the original at their masks.
    init(_ bytes: [UInt8], of original: Headers, _ secrets: Secrets) throws(ControlFields.Mistake) {
        guard bytes.count <= Self.longest else {
            throw .init(sentence: "The headers are longer than \(Self.longest) bytes.")
        }
        let known = original.fields.filter { secrets.value(of: $0) == $0.value }
        let message: MessageLines
        do throws(MessageMistake) {
            message = try MessageLines(bytes, known: Headers(known))
        } catch {
            throw .init(sentence: LogText.clipped(error.description.sentence))
        }
        firstLine = Bytes.text(message.first.bytes)
        let fields = message.headers.fields.filter { field in
            !["content-length", "transfer-encoding"].contains { field.isNamed($0) }
        }
        headers = Self.unmasked(fields, from: original, secrets)
    }

    private static func unmasked(
        _ fields: [HeaderField], from original: Headers, _ secrets: Secrets
    ) -> Headers {
        var left = original.fields.filter { secrets.value(of: $0) != $0.value }
        return Headers(
            fields.map { field in
                let place = left.firstIndex {
                    $0.nameBytes.count == field.nameBytes.count && field.isNamed($0.name)
                        && secrets.value(of: $0) == field.value
                }
                return place.map { left.remove(at: $0) } ?? field
            })
    }

    /// Returns headers as they are reported: the first line, the fields, an empty line.
    static func bytes(_ firstLine: String, _ headers: Headers, _ secrets: Secrets) -> [UInt8] {
        HeadMask.head(InterceptedMessage.head(firstLine, headers), secrets)
    }
}

/// A change of an intercepted message.
struct InterceptEdit: Equatable {
    /// The headers; nil to leave them unchanged.
    var head: [UInt8]?
    /// The body; nil to leave it unchanged.
    var body: [UInt8]?
    /// Whether hashes that were correct are recomputed.
    var recomputes = false
}
