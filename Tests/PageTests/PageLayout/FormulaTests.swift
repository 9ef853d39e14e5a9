import Testing

@testable import PageLayout

/// Formulas in MathML.
@Suite struct FormulaTests {
    private func dump(_ html: String) -> String {
        var dump = PageDump(width: 60)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        ("<math> <mi> a </mi> <mo> ≠ </mo> <mn>\n0\n</mn> </math>, so", "a ≠ 0, so\n"),
        ("x <math><msup><mi> x </mi> <mn> 2 </mn></msup></math> y", "x x^2 y\n"),
        ("<math><mtext> for  all&nbsp;</mtext><mi> y </mi></math>", "for all y\n"),
        ("<math><mtext>a &amp; b</mtext><mo> </mo><mi>c</mi></math>", "a & bc\n"),
        ("<math><mi>v</mi><mspace width='1em'/><mi>w</mi><mspace width='0.1em'/><mi>x</mi></math>", "v wx\n"),
        ("<math><mi>A</mi><mo>⟺</mo><mi>B</mi><mo>×</mo><mi>C</mi></math>", "A ⟺ B × C\n"),
        ("<math><mover><mi>B</mi><mo>→</mo></mover><mo>→</mo><mi>C</mi></math>", "B^→ → C\n"),
        ("<math><mover><mi>x</mi><mo> ˙ </mo></mover><mover><mi>A</mi><mo>^</mo></mover></math>", "x˙A^^\n"),
        ("<math><msup><mi>e</mi><mrow><mspace width=1em /><mn>2</mn></mrow></msup></math>", "e^(2)\n"),
        (
            "<math><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>i</mi></math>", "∑_1^n i\n"
        ),
    ])
    func `whitespace around a token is not part of the formula`(html: String, text: String) {
        #expect(dump("<p>" + html) == text)
    }

    private static let formula = "<math><semantics><mi>A</mi><annotation>A</annotation></semantics></math>"

    @Test(arguments: [
        ("<span style='display:none'>\(formula)</span><img aria-hidden=true src=a.svg alt=A>", "is A now"),
        ("<span hidden> \(formula) </span><img src=a.svg alt='{A}'>", "is A now"),
        ("<span hidden>\(formula) is</span><img src=a.svg alt='{A}'>", "is [{A}] now"),
        ("<span hidden><b>no</b></span><img aria-hidden=true src=a.svg alt=A>", "is now"),
        ("\(formula) <img src=a.svg alt=B>", "is A [B] now"),
    ])
    func `a formula hidden behind its image is shown`(html: String, text: String) {
        #expect(dump("<p>is \(html) now") == text + "\n")
    }
}
