import HTML
import PageLayout
import SonicProtocol

// Large pages of the cache: the beginning is shown first, and all of it takes its place.
extension Document {
    /// How many bytes the page has as it was sent, as far as is known.
    var length: Int {
        switch source {
        case .begun(_, let length): length
        case .own, .answer, .arriving, .stored, .current: bytes.count
        }
    }

    /// Whether only the beginning of a stored page is here, and the rest in a moment.
    var isBegun: Bool {
        switch source {
        case .begun: true
        case .own, .answer, .arriving, .stored, .current: false
        }
    }

    /// Whether more of the page may come.
    var isArriving: Bool {
        switch source {
        case .arriving, .begun: true
        case .own, .answer, .stored, .current: false
        }
    }

    /// How many bytes of text there are to be read, as far as is known: those that have arrived, but all where
    /// the cache tells how many. What is not in UTF-8 has about as many bytes as its text.
    var byteCountToCome: Int {
        switch source {
        case .begun(_, let length): max(length, layout.byteCount)
        case .own, .answer, .arriving, .stored, .current: layout.byteCount
        }
    }

    /// Takes all of a page whose beginning is here. Linear in the beginning, and for a page that is not UTF-8 in
    /// the rest too.
    /// - Returns: False, and nothing is done, where another beginning is here, or a page that is whole.
    mutating func complete(with stored: [UInt8], _ kind: Kind, checked: Instant) -> Bool {
        guard isBegun, kind == self.kind, stored.starts(with: bytes) else { return false }
        let rest = sent.complete(with: stored)
        if sent.isOwnText, kind.isHTML {
            layout.complete(with: stored)
            learnSheets()
            followMainText()
        } else {
            append(text: Array(rest), isLast: true)
        }
        source = .stored(checked: checked)
        self.checked = checked
        isSettled = false
        return true
    }
}
