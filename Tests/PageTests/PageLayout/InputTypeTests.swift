import Testing

@testable import PageLayout

/// The value sanitization of each input type (HTML standard §4.10.5.1).
@Suite struct InputTypeTests {
    private static func value(_ attributes: String, _ text: String) -> String? {
        let escaped = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        let page = PageForms(html: Array("<input \(attributes) value=\"\(escaped)\">".utf8))
        guard case .text(let value) = page.fields.first?.initialValue else { return nil }
        // Typing the value gives the same result.
        return page.fields[0].inputType.sanitized(text) == value ? value : nil
    }

    @Test(arguments: [
        ("type=text", "a\nb\r\nc ", "abc "), ("type=search", " a\rb", " ab"), ("type=tel", "+1\n2", "+12"),
        ("type=unknown", "a\nb", "ab"), ("", "a\nb", "ab"), ("type=TEXT", "\n", ""),
        ("type=url", " \t http://a/ b\n \u{C}", "http://a/ b"), ("type=url", "a\nb", "ab"),
        ("type=email", " a@b\n ", "a@b"), ("type=email", "a@b , c@d", "a@b , c@d"),
        ("type=email multiple", " a@b , c@d\n,, e ", "a@b,c@d,,e"), ("type=email multiple", " , ", ","),
        ("type=email multiple", "", ""),
    ])
    func `text values lose line breaks, URLs and e-mail addresses also outer spaces`(
        attributes: String, text: String, expected: String
    ) {
        #expect(Self.value(attributes, text) == expected)
    }

    @Test(arguments: [
        ("date", ["2026-11-25", "2024-02-29", "2000-02-29", "0001-01-01", "12345-12-31"]),
        ("month", ["2026-11", "0001-01", "275760-09"]),
        ("week", ["2026-W48", "2026-W53", "2020-W53", "2015-W53", "0001-W01"]),
        ("time", ["00:00", "23:59", "12:30:00", "12:30:59.1", "12:30:59.123"]),
        ("number", ["0", "-1", "1.5", ".5", "-.5", "1e5", "1E+5", "1.0e-10", "-0", "007", "1e999"]),
    ])
    func `valid values are unchanged`(type: String, texts: [String]) {
        for text in texts { #expect(Self.value("type=\(type)", text) == text, "\(text)") }
    }

    @Test(arguments: [
        (
            "date",
            [
                "tomorrow", "2026-13-01", "2026-00-01", "2026-02-29", "2100-02-29", "2026-4-1", "26-04-01",
                "0000-01-01", " 2026-04-01", "2026-04-01 ", "2026-04-31", "2026-04-00", "2026/04/01",
                "2026-04-01T00:00", "+2026-04-01", "２０２６-04-01",
            ]
        ),
        ("month", ["2026-13", "2026-1", "2026", "2026-11-25", "0000-01"]),
        ("week", ["2026-W00", "2026-W54", "2025-W53", "2024-W53", "2026-w48", "2026-48", "2026-W5"]),
        (
            "time",
            [
                "24:00", "12:60", "12:30:60", "1:30", "12:30:", "12:30:00.", "12:30:00.1234", "12:30pm",
                "12.30",
            ]
        ),
        (
            "datetime-local",
            ["2026-11-25", "2026-11-25T", "2026-11-25T24:00", "2026-11-25T12:00Z", "2026-11-25 T12:00"]
        ),
        (
            "number",
            ["+1", "1.", "1e", "e5", "-", ".", "1,5", "0x10", " 1", "1 ", "Infinity", "NaN", "١", "1e+"]
        ),
    ])
    func `invalid values become empty`(type: String, texts: [String]) {
        for text in texts { #expect(Self.value("type=\(type)", text) == "", "\(text)") }
    }

    @Test(arguments: [
        ("2026-11-25T12:30", "2026-11-25T12:30"), ("2026-11-25 12:30", "2026-11-25T12:30"),
        ("2026-11-25T12:30:00", "2026-11-25T12:30"), ("2026-11-25T12:30:05", "2026-11-25T12:30:05"),
        ("2026-11-25T12:30:05.120", "2026-11-25T12:30:05.12"),
        ("2026-11-25T12:30:00.000", "2026-11-25T12:30"),
        ("2026-11-25T12:30:00.5", "2026-11-25T12:30:00.5"),
        ("2026-11-25T12:30:07.000", "2026-11-25T12:30:07"),
    ])
    func `dates and times are normalized to the shortest form`(text: String, expected: String) {
        #expect(Self.value("type=datetime-local", text) == expected)
    }

    /// The other attributes, the value, and the resulting value of the range.
    @Test(arguments: [
        ("", "", "50"), ("", "x", "50"), ("", "7", "7"), ("", "-5", "0"), ("", "200", "100"),
        ("", "7.4", "7.4"),
        ("min=0", "7.4", "7"), ("min=0", "7.5", "8"), ("max=10", "", "5"), ("min=10 max=5", "", "10"),
        ("min=10 max=5", "3", "10"),
        ("min=10 max=5", "30", "30"), ("min=0 max=10 step=4", "", "4"), ("min=0 max=10 step=4", "10", "8"),
        ("min=1 max=10 step=4", "4", "5"), ("min=0 max=1 step=any", "0.123", "0.123"),
        ("max=1 step=0.1", "0.3", "0.3"),
        ("min=0 max=1 step=0.25", "0.3", "0.25"), ("min=-1 max=0", "", "0"), ("step=-1", "7", "7"),
        ("min=0 step=x", "7.6", "8"),
        ("min=1e1 max=' 2e1x'", "", "15"), ("", "1e1", "1e1"), ("min=-10 max=-5", "0", "-5"),
    ])
    func `a range value is clamped to its bounds and steps`(
        attributes: String, text: String, expected: String
    ) {
        #expect(Self.value("type=range \(attributes)", text) == expected)
    }

    @Test(arguments: [
        ("#ABCDEF", "#abcdef"), ("#123456", "#123456"), ("#abc", "#000000"), ("", "#000000"),
        (" #123456", "#000000"), ("#12345g", "#000000"), ("#１２３４５６", "#000000"),
    ])
    func `a colour is six digits`(text: String, expected: String) {
        #expect(Self.value("type=color", text) == expected)
    }

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
