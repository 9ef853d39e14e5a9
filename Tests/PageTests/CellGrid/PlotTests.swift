import Testing

@testable import CellGrid

struct PlotTests {
    @Test func `bars are scaled to the highest, and an unknown value is a gap`() {
        #expect(Plot(.drawn).bars([0, 10, nil, 50, 100]) == "▁▁ ▄█")
        #expect(Plot(.plain).bars([0, 10, nil, 50, 100]) == "__ -#")
        #expect(Plot(.drawn).bars([]) == "")
        #expect(Plot(.drawn).bars([nil, nil]) == "  ")
        #expect(Plot(.drawn).bars([0, 0]) == "▁▁")
        #expect(Plot(.drawn).bars([.max, 1, -5]) == "█▁▁")
    }

    @Test func `a bar never exceeds its row, and needs both numbers`() {
        let plot = Plot(.drawn)
        #expect(plot.bar(300, of: 200) == "█")
        #expect(plot.bar(5, of: 0) == "█")
        #expect(plot.bar(nil, of: 200) == " ")
        #expect(plot.bar(200, of: nil) == " ")
    }

    @Test func `each outcome has its own symbol, in Unicode and in ASCII`() {
        for signs in [Plot.Signs.drawn, .plain] {
            let all = Plot.Ending.allCases.map { Plot(signs).sign($0) }
            #expect(Set(all).count == all.count)
            #expect(!all.contains(Plot(signs).sign(nil)))
        }
        let plain =
            Plot.Ending.allCases.map { Plot(.plain).sign($0) } + Array(Plot(.plain).bars(Array(0...7)))
        #expect(plain.allSatisfy { $0.isASCII })
    }

    @Test(arguments: [
        ("xterm", "en_US.UTF-8", Plot.Signs.drawn), ("tmux-256color", "C.utf8", .drawn),
        ("linux", "en_US.UTF-8", .plain), ("linux-16color", "C.UTF-8", .plain),
        ("xterm", "de_DE@euro", .plain), ("xterm", "POSIX", .plain),
    ])
    func `the symbols follow the capabilities of terminal and locale`(
        type: String, locale: String, signs: Plot.Signs
    ) {
        #expect(Plot.Signs(terminal: type, locale: locale) == signs)
    }

    @Test func `without a locale only ASCII is used`() {
        #expect(Plot.Signs(terminal: "xterm", locale: nil) == .plain)
        #expect(Plot.Signs(terminal: nil, locale: "C.UTF-8") == .drawn)
    }
}
