/// A status or a class of statuses: `304`, `3xx`.
package struct StatusPattern: Equatable, Sendable {
    private let range: ClosedRange<Int>

    /// Parses a status or a class; nil for anything else.
    package init?(_ text: String) {
        if text.utf8.count == 3, text.hasSuffix("xx"), let digit = text.first?.wholeNumberValue,
            (1...9).contains(digit)
        {
            range = (digit * 100)...(digit * 100 + 99)
        } else if let status = Int(text), (100...999).contains(status) {
            range = status...status
        } else {
            return nil
        }
    }

    /// Returns the error message for an invalid text.
    package static func mistake(_ text: String) -> String {
        "“\(text)” is not a valid status: write one such as 304, or 3xx."
    }

    /// Whether it matches a status.
    package func fits(_ status: Int) -> Bool { range.contains(status) }
}
