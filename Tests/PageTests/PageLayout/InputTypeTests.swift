import Testing

@testable import PageLayout

@Suite struct InputTypeTests {
    @Test func `a datalist suggests its options to fields whose type supports one`() {
        let page = PageForms(
            html: Array(
                """
                <input list=a><input list=a type=number><input list=none><input list=a type=password>\
                <input list=b><input list=c>\
                <datalist id=a><option>one<option value=2 label=two><option value=''>empty<option disabled>off\
                <select><option> in  side </select></datalist><div id=b><option>no</div>\
                <datalist id=c></datalist><datalist id=a><option>later</datalist>
                """.utf8))
        let told = page.fields.map { field in
            field.suggestions.map { $0.label.isEmpty ? $0.value : "\($0.value)=\($0.label)" }.joined(
                separator: "|")
        }
        #expect(told == ["one|2=two|in side", "2=two", "", "", "", ""])
    }
}
