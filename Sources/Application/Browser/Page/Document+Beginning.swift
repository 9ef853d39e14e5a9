import HTML
import PageLayout
import SonicProtocol

// Large pages of the cache: the beginning is shown first, and then replaced by the full page.
extension Document {
    /// The length of the page in bytes as sent, as far as it is known.
    var length: Int {
        switch source {
        case .begun(_, let length): length
        case .own, .answer, .arriving, .stored, .current: bytes.count
        }
    }

    /// Whether only the beginning of a stored page has been loaded so far.
    var isBegun: Bool {
        switch source {
        case .begun: true
        case .own, .answer, .arriving, .stored, .current: false
        }
    }

    /// Whether more of the page may arrive.
    var isArriving: Bool {
        switch source {
        case .arriving, .begun: true
        case .own, .answer, .stored, .current: false
        }
    }

    /// The number of bytes of text to be laid out, as far as it is known: the bytes that have arrived, or the full
    /// length if the cache reports it. A page that is not UTF-8 is assumed to have about as many bytes as its text.
    var byteCountToCome: Int {
        switch source {
        case .begun(_, let length): max(length, layout.byteCount)
        case .own, .answer, .arriving, .stored, .current: layout.byteCount
        }
    }

    /// Appends the rest of a page of which only the beginning is loaded. Linear in the beginning, and for a page that
    /// is not UTF-8 in the rest too.
    /// - Returns: False, without any change, if the loaded beginning is another one, or the page is complete.
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
