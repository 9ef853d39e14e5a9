import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

/// The manual changes in a session, as `sonic get --json` prints them (docs/reference/protocol.md#json).
enum EditJSON {
    static func value(_ edit: HandEdit, _ secrets: Secrets) -> JSONValue {
        switch edit {
        case .unstored:
            return ["what": "storage", "words": .string(secrets.text(edit.words)), "original": .null]
        case .request(let original):
            return [
                "what": "request", "words": .string(secrets.text(edit.words)),
                "original": [
                    "method": .string(original.method), "url": .string(secrets.text(original.url.href)),
                    "headers": fields(original.headers, secrets),
                ],
            ]
        case .answer(let answer):
            let original = answer.original.map { original -> JSONValue in
                [
                    "status": .integer(original.head.status),
                    "headers": fields(original.head.headers, secrets),
                    "bytes": .integer(original.body.count),
                    "body": .string(orNull: String(validating: original.body, as: UTF8.self)),
                ]
            }
            return [
                "what": "answer", "words": .string(secrets.text(edit.words)), "original": original ?? .null,
            ]
        }
    }

    private static func fields(_ headers: Headers, _ secrets: Secrets) -> JSONValue {
        .array(headers.fields.map { .array([.string($0.name), .string(secrets.value(of: $0))]) })
    }
}
