import CellGrid

// The inspector on the screen: a bar of its views, the description of the content, then its rows.
extension Screen {
    mutating func draw(_ inspector: Inspector, in area: Rect) {
        let plan = inspector.plan(in: area)
        if let rect = plan.bar { draw(bar(inspector, width: rect.columns), at: rect.origin, in: rect) }
        if let rect = plan.request {
            draw(requestLine(inspector, width: rect.columns), at: rect.origin, in: rect)
        }
        if let rect = plan.what { draw(ScrolledText(lines: what(inspector, in: rect)), in: rect) }
        let rows = inspector.lines(inspector.top..<(inspector.top + plan.content.rows.value))
        draw(ScrolledText(lines: rows), in: plan.content)
        for row in rows.indices {
            let place = Position(row: plan.content.row + Row(row), column: plan.content.column)
            drawMarks(inspector.top + row, of: inspector, at: place, in: plan.content)
        }
    }

    /// Returns the views with their numbers. If there is no room for all names, only the current one is shown.
    private func bar(_ inspector: Inspector, width: Column) -> StyledLine {
        func bar(gap: String = " ", _ name: (InspectorView) -> String?) -> StyledLine {
            var line = StyledLine()
            for view in InspectorView.allCases {
                let isShown = view == inspector.view
                let name = name(view).map { " " + $0 } ?? ""
                line.append(
                    (isShown ? "▸" : " ") + "\(view.rawValue)" + name + gap, isShown ? .chosenLink : .key)
            }
            return line
        }
        let named = [bar(\.name), bar(gap: "", \.name), bar(gap: "", \.shortName)]
        return named.first { $0.width <= width } ?? bar { $0 == inspector.view ? $0.name : nil }
    }

    /// Returns the request, with the form of the content on the right.
    private func requestLine(_ inspector: Inspector, width: Column) -> StyledLine {
        let form = formWords(inspector)
        let width = width - TextWidth.columns(of: form)
        var line = request(inspector, width: width)
        line.pad(to: width)
        line.append(form, .key)
        return line
    }

    private func request(_ inspector: Inspector, width: Column) -> StyledLine {
        let exchange = inspector.session.exchange
        guard let request = exchange.request else {
            return StyledLine(TextWidth.shortened(" No request", to: width), .dimmed)
        }
        let answer = exchange.head.map { "\($0.status) \(VisibleText.line($0.reason))" } ?? "no response"
        let count = inspector.turnCount
        let number = count > 1 ? "Request \(inspector.turn + 1) of \(count): " : "Request: "
        let answerShown = TextWidth.shortened(answer, to: max(8, width / 3))
        let room = width - TextWidth.columns(of: number + answerShown) - 5
        let asked = TextWidth.shortened(
            "\(request.method) \(VisibleText.line(request.url.withoutCredentials.href))", to: max(8, room))
        return StyledLine([
            StyledLine.Run(text: " " + number, role: .dimmed), StyledLine.Run(text: asked, role: .text),
            StyledLine.Run(text: " → ", role: .marker), StyledLine.Run(text: answerShown, role: .outcome),
        ])
    }

    /// Returns the current form, and the key for the next; empty if there is only one.
    private func formWords(_ inspector: Inspector) -> String {
        guard let shown = inspector.form, inspector.forms.count > 1,
            let index = inspector.forms.firstIndex(of: shown)
        else { return "" }
        let next = inspector.forms[(index + 1) % inspector.forms.count]
        return "\(shown.rawValue), \(model.keys.keyName(of: .nextForm)): \(next.rawValue) "
    }

    /// Returns the description of the content, with its last line shortened.
    private func what(_ inspector: Inspector, in rect: Rect) -> [StyledLine] {
        let lines = inspector.whatLines(width: rect.columns)
        let rows = rect.rows.value
        guard lines.count > rows else { return lines }
        let rest = lines[(rows - 1)...].map { $0.text.dropFirst() }.joined(separator: " ")
        return lines.prefix(rows - 1) + [StyledLine(TextWidth.shortened(" " + rest, to: rect.columns), .name)]
    }
}
