import Testing

@testable import ProgramArguments

@Suite struct ManualPageTests {
    private static let page = ManualPage(
        name: "wren", number: 1, summary: "a small bird",
        release: Release(version: "1.2", date: "2026-11-22"),
        sections: [
            .init(
                "DESCRIPTION",
                [
                    .words("It says \\e and “chirp”."), .heading("wren sing"),
                    .term("--loud N", ".so many times"),
                    .lines("wren --loud 2\n.hidden\n'quoted"),
                ])
        ])

    @Test func `a page is written in man macros`() {
        #expect(
            Self.page.roff == """
                .TH "WREN" 1 2026-11-22 "sonic 1.2" "User Commands"
                .SH NAME
                wren \\- a small bird
                .SH "DESCRIPTION"
                It says \\ee and \\(lqchirp\\(rq.
                .SS "wren sing"
                .TP
                .B "\\-\\-loud N"
                \\&.so many times
                .PP
                .RS 4
                .nf
                wren \\-\\-loud 2
                \\&.hidden
                \\&\\(aqquoted
                .fi
                .RE

                """)
    }

    @Test func `no paragraph macro follows a heading, which starts a paragraph itself`() {
        let page = ManualPage(
            name: "wren", number: 1, summary: "", release: .current,
            sections: [
                .init(
                    "ONE", [.lines("a"), .heading("b"), .words("c"), .words("d"), .heading("e"), .lines("f")])
            ])
        let lines = page.roff.split(separator: "\n").map(String.init)
        for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix(".S") {
            #expect(next != ".PP", "\(line)")
        }
        #expect(lines.count { $0 == ".PP" } == 1)
    }

    @Test(arguments: [".sy rm", "'sy rm", "a\n.sy rm", "\\*[x]", "\\n(.f", "\"x"])
    func `no text can become a roff request or escape`(text: String) {
        let page = ManualPage(
            name: text, number: 5, summary: text, release: .current,
            sections: [.init(text, [.words(text), .term(text, text), .lines(text), .heading(text)])])
        let known: Set<Substring> = [".TH", ".SH", ".PP", ".TP", ".B", ".RS", ".RE", ".nf", ".fi", ".SS"]
        for line in page.roff.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(known.contains(line.prefix { $0 != " " }), "\(line)")
        }
        #expect(!page.roff.contains("\\*") && !page.roff.contains("\\n"))
    }
}
