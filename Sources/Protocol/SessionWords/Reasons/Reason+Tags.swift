import SonicProtocol
import SonicSession

// Sentences about tags. A tag that was computed here because the server sent none is never reported as the server's.
extension Reason.ETagChange {
    /// How the validator of an update changed.
    var words: String {
        switch self {
        case .missing(let old, let new): "no ETag received, SHA-1 changed \(Words.change(old, new))"
        case .received(let etag): "ETag \(Words.short(etag)) received"
        case .same(let etag): "ETag \(Words.short(etag)) is the one that was sent"
        case .other(let sent, let received):
            "ETag \(Words.short(sent, beside: received)) sent, \(Words.short(received, beside: sent)) received"
        case .first(let etag): "ETag \(Words.short(etag)) received, none before"
        case .changed(let old, let new): "ETag changed \(Words.change(old, new))"
        }
    }
}

extension Reason.SentTemplateTag {
    /// How the template tag of an update compares with the one that was sent.
    var words: String {
        switch self {
        case .notSent: "no template-tag sent"
        case .notReceived(let sent, let isComputed):
            "template-tag \(Words.short(sent))\(isComputed ? " (computed here)" : "") sent, none received"
        case .same(let tag): "template-tag \(Words.short(tag)) matches the stored one"
        case .other(let sent, let received):
            "template-tag \(Words.short(sent, beside: received)) sent, "
                + "\(Words.short(received, beside: sent)) received"
        }
    }
}

extension Reason.TemplateTagChange {
    /// How the template tag of a full page compares with the stored one.
    var words: String {
        switch self {
        case .same(let tag): "template-tag \(Words.short(tag)) is the same"
        case .missing: "no template-tag received"
        case .changed(let old, let new): "template-tag changed \(Words.change(old, new))"
        }
    }
}
