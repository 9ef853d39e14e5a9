import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

// Edits made by hand, with the original.
extension SonicExtras {
    func edit(_ edit: HandEdit) -> JSONValue {
        var members: [JSONValue.Member] = [.init("words", .string(secrets.text(edit.words)))]
        switch edit {
        case .unstored: break
        case .request(let original):
            members.append(
                .init(
                    "request",
                    [
                        "method": .string(original.method), "url": .string(secrets.text(original.url.href)),
                        "headers": fields(original.headers),
                    ]))
        case .answer(let edit):
            guard let original = edit.original else { break }
            members.append(
                .init(
                    "response",
                    [
                        "status": .integer(original.head.status),
                        "statusText": .string(original.head.reason),
                        "headers": fields(original.head.headers),
                        "content": .object(ByteContent.members(original.body)),
                    ]))
        }
        return .object(members)
    }

    private func fields(_ headers: Headers) -> JSONValue { HeaderRecord.values(headers, secrets) }
}
