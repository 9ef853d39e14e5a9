import SonicProtocol
import SonicSession

/// What was changed by hand in a session, as `sonic get --json` prints it (docs/protocol.md#json).
enum EditJSON {
    static func value(_ edit: HandEdit) -> JSONValue {
        switch edit {
        case .unstored: return ["what": "storage", "words": .string(edit.words), "original": .null]
        case .request(let original):
            return [
                "what": "request", "words": .string(edit.words),
                "original": [
                    "method": .string(original.method), "url": .string(original.url.href),
                    "headers": fields(original.headers),
                ],
            ]
        case .answer(let answer):
            let original = answer.original.map { original -> JSONValue in
                [
                    "status": .integer(original.head.status), "headers": fields(original.head.headers),
                    "bytes": .integer(original.body.count),
                    "body": .string(orNull: String(validating: original.body, as: UTF8.self)),
                ]
            }
            return ["what": "answer", "words": .string(edit.words), "original": original ?? .null]
        }
    }

    private static func fields(_ headers: Headers) -> JSONValue {
        .array(headers.fields.map { .array([.string($0.name), .string($0.value)]) })
    }
}
