import CSS
import Testing

@Suite struct HostileSheetTests {
    static let size = 100_000

    private static let sheets = [
        String(repeating: "{", count: size), String(repeating: "(", count: size),
        String(repeating: "a{", count: size / 2), String(repeating: "@media{", count: size / 7),
        String(repeating: "@layer{", count: size / 7), String(repeating: "}", count: size),
        "/*" + String(repeating: "*", count: size), "p{color:" + String(repeating: "(", count: size),
        "p{" + String(repeating: "color:", count: size / 6), String(repeating: "\\", count: size),
        "@media " + String(repeating: "(", count: size) + "{",
        "'" + String(repeating: "\\\n", count: size / 2),
        String(repeating: ":not(", count: size / 5) + "{color:red}",
        "url(" + String(repeating: "\\", count: size),
        String(repeating: "a,", count: size / 2) + "a{color:red}", String(repeating: "\0", count: size),
        String(repeating: ":is(a,", count: size / 6) + "{color:red}",
        "p{color:#" + String(repeating: "f", count: size),
        "p{x:" + String(repeating: "rgb(", count: size / 4) + "}",
        String(repeating: "[a", count: size / 2) + "{color:red}",
        "p{color:rgb(" + String(repeating: "9", count: size) + ",1,1)}",
        String(repeating: "@x ", count: size / 3),
        String(repeating: "p{color:red}", count: size / 12), String(repeating: "<!--", count: size / 4),
        "p{" + String(repeating: "display:none;", count: size / 13),
        String(repeating: "a b>c ", count: 10_000) + "{color:red}",
    ]

    @Test(arguments: sheets.indices)
    func `a hostile style sheet is parsed to its end`(number: Int) {
        let sheet = Self.sheets[number]
        var rules = StyleRules()
        rules.add(Array(sheet.utf8))
        rules.add(Array("p{font-weight:bold}".utf8))
        #expect(declared("<p x>", rules).count == 1)
    }

    @Test func `forty thousand selectors are parsed, and few of them are tested on an element`() {
        let sheet = (0..<40_000).map { ".c\($0 % 7) .d\($0){color:red}" }.joined()
        var rules = StyleRules()
        rules.add(Array(sheet.utf8))
        #expect(declared("<p class=c1><i x class=d1></i><i x class=d2>", rules) == ["color:#ff0000", ""])
        let elements = String(repeating: "<p class='d1 d2'>", count: 10_000)
        #expect(declared(elements + "<i x>", rules) == [""])
    }

    @Test func `the cost of matching a page's rules is bounded`() {
        let deep = String(repeating: "<div class='a b c'>", count: 500)
        let sheet = (0..<20_000).map { "div div > div i.n\($0 % 3) , * > b * > i { color: red }" }.joined()
        var rules = StyleRules()
        rules.add(Array(sheet.utf8))
        #expect(declared(deep + String(repeating: "<i></i>", count: 2_000) + "<u x>", rules) == [""])
    }

    @Test func `a long style attribute is not read for each element inside`() {
        let style = String(repeating: "color:red;", count: 10_000)
        let elements = String(repeating: "<p x></p>", count: 2000)
        let found = declared("<div style='--a:block;\(style)'>\(elements)", "p{display:var(--a)}")
        #expect(found.count == 2000)
        #expect(!found.contains("display:block"))
        // A shorter one is.
        let short = "<div style='--a:none;\(style.prefix(2000))'><p x></p>"
        #expect(declared(short, "p{display:var(--a)}") == ["display:none"])
    }

    @Test func `many rules are not copied for any number of further sheets`() {
        var rules = StyleRules()
        rules.add(Array(String(repeating: ".c{color:red}", count: 20_000).utf8))
        var colors: [[String]] = []
        for number in 100..<200 {
            rules.add(Array("p{color:#000\(number)}".utf8))
            colors.append(declared("<p x>", rules))
        }
        #expect(colors[9] == ["color:#000109"])
        #expect(Set(colors.suffix(40)).count == 1)
    }

    @Test func `any byte may be anywhere`() {
        let sheet = Array("@media screen{p.a[b=c]:not(.d){color:rgb(1,2,3)!important;display:none}}".utf8)
        for place in sheet.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x27, 0x28, 0x29, 0x2F, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
                var broken = sheet
                broken[place] = byte
                var rules = StyleRules()
                rules.add(broken)
                rules.add(Array(broken[..<place]))
                #expect(declared("<p x class=a b=c>", rules).count == 1)
            }
        }
    }
}
