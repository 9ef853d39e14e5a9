import SonicProtocol
import SonicSession

extension HandEdit {
    /// What was done, as a clause.
    public var words: String {
        switch self {
        case .unstored: "the response was forwarded without storing it"
        case .request(let original):
            "the request was edited by hand; originally \(original.method) \(original.url.withoutCredentials.href)"
        case .answer(let edit): edit.words
        }
    }
}

extension AnswerEdit {
    /// What was done, as a clause.
    fileprivate var words: String {
        switch (means, original) {
        case (.editing, let original?): "the response was edited by hand; originally \(original.words)"
        case (.editing, nil): "the response was written by hand; no request was sent"
        case (.file(let name), let original?):
            "the response was taken from \(name); originally \(original.words)"
        case (.file(let name), nil): "the response was taken from \(name); no request was sent"
        }
    }
}

extension AnswerEdit.Original {
    /// The status and size of the response in words.
    public var words: String {
        let status = head.reason.isEmpty ? "\(head.status)" : "\(head.status) \(head.reason)"
        return body.isEmpty ? "\(status) without a body" : "\(status) with a body of \(body.count) bytes"
    }
}
