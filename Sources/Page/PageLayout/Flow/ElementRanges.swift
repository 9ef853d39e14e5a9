import CSS
import HTML

/// The source ranges of the elements that match CSS selectors.
public struct ElementRanges: Sendable, Equatable {
    /// The ranges in ascending order, without overlaps.
    private let ranges: [Range<Int>]

    /// Finds the elements of a page. Invalid selectors match nothing. Linear in the page, which is parsed once; without
    /// selectors, nothing is parsed.
    /// - Parameter html: The page's text in UTF-8.
    public init(_ selectors: [String], in html: [UInt8]) {
        let lists = selectors.compactMap { SelectorList($0) }
        guard !lists.isEmpty else {
            ranges = []
            return
        }
        var parser = HTMLParser()
        parser.append(html)
        parser.finish()
        ranges = Self.ranges(of: lists, in: parser.document)
    }

    private static func ranges(of lists: [SelectorList], in document: borrowing Document) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var next = document.firstChild(of: .document)
        while let node = next {
            let isFound = lists.contains { $0.matches(node, in: document) }
            let range = document.sourceRange(of: node)
            if isFound, !range.isEmpty { ranges.append(range) }
            // A matching element includes its descendants.
            next =
                (isFound ? nil : document.firstChild(of: node))
                ?? document.following(node, within: .document)
        }
        // Malformed markup puts elements elsewhere in the tree than in the source.
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    /// Whether an offset is inside one of the elements. Logarithmic.
    public func hold(_ offset: Int) -> Bool { last(beginningBy: offset)?.contains(offset) ?? false }

    /// Whether a range, or the position of an empty one, is entirely inside one of the elements. Logarithmic.
    public func cover(_ range: Range<Int>) -> Bool {
        guard let element = last(beginningBy: range.lowerBound) else { return false }
        return range.upperBound <= element.upperBound
    }

    /// Whether a range shares a byte with one of the elements. Logarithmic.
    public func meet(_ range: Range<Int>) -> Bool {
        guard let element = last(beginningBy: max(range.lowerBound, range.upperBound - 1)) else {
            return false
        }
        return element.upperBound > range.lowerBound
    }

    private func last(beginningBy offset: Int) -> Range<Int>? {
        let count = ranges.partitionPoint(while: { $0.lowerBound <= offset })
        return count == 0 ? nil : ranges[count - 1]
    }
}
