import Testing

@testable import Browser

/// What kind of source changed when the visible text is the same.
@Suite struct SourceChangeKindTests {
    @Test func `several places have a kind only if they share it, and elements are counted in total`() {
        #expect(
            SourceChangeKind(of: [.attributes(elements: 1), .attributes(elements: 2)])
                == .attributes(elements: 3))
        #expect(SourceChangeKind(of: [.lineEnds, .lineEnds]) == .lineEnds)
        #expect(SourceChangeKind(of: [.lineEnds, .comments]) == nil)
        #expect(SourceChangeKind(of: [.lineEnds, nil]) == nil)
        #expect(SourceChangeKind(of: []) == nil)
    }

    @Test func `the first difference of two pages has a kind`() {
        let (old, new) = (Array("<p class=x>a\n".utf8), Array("<p class=y>a\n".utf8))
        let difference = SourceDifference(from: old, to: new)
        #expect(difference?.what == "attributes of 1 element")
        #expect(difference?.words == "line 1:10: “class=x>” → “class=y>”")
    }
}
