import HTML
import SonicProtocol

// Another encoding for a page that is here: its bytes are read anew, and neither asked for nor changed.
extension Document {
    /// Reads the bytes that are here, and those that are to come, in an encoding that was chosen, or by what the page
    /// says. The place being read, what was filled in and what is looked for stay; what changed is told in that
    /// encoding. Linear in the page.
    mutating func read(as chosen: EncodingChoice?) {
        guard kind.chosen != chosen, kind != .own else { return }
        var next = Document(
            url: url, source: source, kind: kind.read(as: chosen), charsets: charsets, width: layout.width,
            aim: aim)
        next.append(text: next.sent.append(bytes, isLast: !isArriving), isLast: !isArriving)
        let old = [topOffset] + placeMarks.values
        // What is rendered has places of its own, which do not move.
        let moved =
            rendering == nil
            ? old.map { offset in
                next.sent.decodedOffsets(of: [sent.sentOffset(ofDecoded: offset)])[0]
            } : old
        if topOffset > 0, aim == .none { next.aim(at: .offset(moved[0])) }
        next.placeMarks = Dictionary(uniqueKeysWithValues: zip(placeMarks.keys, moved.dropFirst()))
        next.rules = rules
        next.checked = checked
        next.isEdited = isEdited
        next.exception = exception
        next.asked = asked
        next.filling = filling
        next.filling.forgetPage()
        next.keepForm(of: self)
        next.chosenLink = chosenLink
        next.search = sought.map { PageSearch($0) }
        if let earlier, !changes.isEmpty {
            next.mark(since: PageCopy(html: earlier, kind: next.kind, number: nil))
        }
        self = next
    }

    /// The encoding in force and what it rests on, in words.
    var encodingWords: String {
        guard let choice = sent.choice else { return "not known yet" }
        return choice.description + (missingTables.map { "; " + $0 } ?? "")
    }

    /// What is to be said where the system lacks the tables of the page's encoding; nil where it has them.
    var missingTables: String? { sent.choice.flatMap { charsets.missingTables(of: $0.encoding) } }
}

extension Document.Kind {
    /// The encoding that was chosen; nil where the page says which it is.
    var chosen: EncodingChoice? {
        switch self {
        case .own: nil
        case .html(_, let chosen), .text(_, let chosen): chosen
        }
    }

    /// The same bytes in an encoding that was chosen.
    func read(as chosen: EncodingChoice?) -> Document.Kind {
        switch self {
        case .own: .own
        case .html(let type, _): .html(contentType: type, chosen: chosen)
        case .text(let type, _): .text(contentType: type, chosen: chosen)
        }
    }
}
