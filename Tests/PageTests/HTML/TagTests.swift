import HTML
import Testing

@Suite struct TagTests {
    @Test func `each tag is named as its enum case`() {
        for tag in Tag.allCases {
            switch tag {
            case .other: #expect(tag.name.isEmpty)
            case .annotationxml: #expect(tag.name == "annotation-xml")
            default: #expect(tag.name == "\(tag)")
            }
        }
    }
}
